;; How near many passages seem to a query, by the signs of their components alone. The sketches of sixteen passages stand side by
;; side: `bytes` times sixteen bytes, of which the i-th belongs to the i-th passage. A table of sixteen signed bytes for each half of
;; a byte says what its four signs are worth, so small that the sum of four fits in a byte. `bytes` is even, and not zero.
;; The estimates of all go to `out`; the numbers of the blocks in which one is not below `least` go to `kept`, and how many these are
;; is the result.
(module
  (import "docent" "memory" (memory 1))
  (func (export "sketch")
    (param $sketches i32) (param $blocks i32) (param $tables i32) (param $bytes i32) (param $out i32)
    (param $least i32) (param $kept i32) (result i32)
    (local $at i32) (local $end i32) (local $outEnd i32) (local $one v128) (local $two v128) (local $sum v128)
    (local $low v128) (local $high v128) (local $bar v128) (local $half v128) (local $block i32) (local $keptAt i32)
    (local.set $half (i8x16.splat (i32.const 15)))
    (local.set $bar (i16x8.splat (local.get $least)))
    (local.set $keptAt (local.get $kept))
    (local.set $end (i32.add (local.get $tables) (i32.shl (local.get $bytes) (i32.const 5))))
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $blocks) (i32.const 5))))
    (block $finished
      (loop $sixteen
        (br_if $finished (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $tables))
        (loop $pair
          (local.set $one (v128.load (local.get $sketches)))
          (local.set $two (v128.load offset=16 (local.get $sketches)))
          (local.set $sum
            (i8x16.add
              (i8x16.add
                (i8x16.relaxed_swizzle (v128.load (local.get $at))
                  (v128.and (local.get $one) (local.get $half)))
                (i8x16.relaxed_swizzle (v128.load offset=16 (local.get $at)) (v128.and (i16x8.shr_u (local.get $one) (i32.const 4)) (local.get $half))))
              (i8x16.add
                (i8x16.relaxed_swizzle (v128.load offset=32 (local.get $at))
                  (v128.and (local.get $two) (local.get $half)))
                (i8x16.relaxed_swizzle (v128.load offset=48 (local.get $at)) (v128.and (i16x8.shr_u (local.get $two) (i32.const 4)) (local.get $half))))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_s (local.get $sum))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_s (local.get $sum))))
          (local.set $sketches (i32.add (local.get $sketches) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $pair (i32.lt_u (local.get $at) (local.get $end))))
        (v128.store (local.get $out) (local.get $low))
        (v128.store offset=16 (local.get $out) (local.get $high))
        (if (v128.any_true (i16x8.ge_s (i16x8.max_s (local.get $low) (local.get $high)) (local.get $bar)))
          (then
            (i32.store16 (local.get $keptAt) (local.get $block))
            (local.set $keptAt (i32.add (local.get $keptAt) (i32.const 2)))))
        (local.set $block (i32.add (local.get $block) (i32.const 1)))
        (local.set $out (i32.add (local.get $out) (i32.const 32)))
        (br $sixteen)))
    (i32.shr_u (i32.sub (local.get $keptAt) (local.get $kept)) (i32.const 1))))
