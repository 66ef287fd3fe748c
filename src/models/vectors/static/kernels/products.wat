;; The products of one row with others of the same table: out[i] = rows[id] · rows[ids[i]], rows of signed bytes, sums of 32 bits.
;; `dimensions` is a multiple of sixteen, and not zero.
(module
  (import "docent" "memory" (memory 1))
  (func (export "products")
    (param $id i32) (param $ids i32) (param $count i32)
    (param $rows i32) (param $dimensions i32) (param $out i32)
    (local $own i32) (local $ownEnd i32) (local $at i32) (local $other i32) (local $outEnd i32)
    (local $a v128) (local $b v128)
    (local.set $own (i32.add (local.get $rows) (i32.mul (local.get $id) (local.get $dimensions))))
    (local.set $ownEnd (i32.add (local.get $own) (local.get $dimensions)))
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $finished
      (loop $row
        (br_if $finished (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $other
          (i32.add
            (local.get $rows)
            (i32.mul (i32.load (local.get $ids)) (local.get $dimensions))))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $own))
        (loop $sixteen
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $at)) (v128.load8x8_s (local.get $other)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s offset=8 (local.get $at))
              (v128.load8x8_s offset=8 (local.get $other)))))
          (local.set $other (i32.add (local.get $other) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $at) (local.get $ownEnd))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
        (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row)))))
