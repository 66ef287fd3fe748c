;; A weighted sum of rows: out = Σ weights[i] · rows[ids[i]], where rows are signed bytes and all else is 32 bits wide.
;; Sixteen components are summed at a time, in four registers, over all terms. Where `dimensions` is no multiple of
;; sixteen, the last turn reads into the next row and writes beyond the sum: the caller leaves room behind both.
(module
  (import "docent" "memory" (memory 1))
  (func (export "bag")
    (param $ids i32) (param $weights i32) (param $terms i32)
    (param $rows i32) (param $dimensions i32) (param $out i32)
    (local $end i32) (local $term i32) (local $weight v128) (local $bytes v128) (local $shorts v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $rows) (local.get $dimensions)))
    (local.set $terms (i32.shl (local.get $terms) (i32.const 2)))
    (block $finished
      (loop $sixteen
        ;; $rows points at the current sixteen components of row 0.
        (br_if $finished (i32.ge_u (local.get $rows) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $term (i32.const 0))
        (block $summed
          (loop $next
            (br_if $summed (i32.ge_u (local.get $term) (local.get $terms)))
            (local.set $weight (v128.load32_splat (i32.add (local.get $weights) (local.get $term))))
            (local.set $bytes
              (v128.load
                (i32.add
                  (local.get $rows)
                  (i32.mul
                    (i32.load (i32.add (local.get $ids) (local.get $term)))
                    (local.get $dimensions)))))
            (local.set $shorts (i16x8.extend_low_i8x16_s (local.get $bytes)))
            (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $shorts))))))
            (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $shorts))))))
            (local.set $shorts (i16x8.extend_high_i8x16_s (local.get $bytes)))
            (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $shorts))))))
            (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $shorts))))))
            (local.set $term (i32.add (local.get $term) (i32.const 4)))
            (br $next)))
        (v128.store (local.get $out) (local.get $a))
        (v128.store offset=16 (local.get $out) (local.get $b))
        (v128.store offset=32 (local.get $out) (local.get $c))
        (v128.store offset=48 (local.get $out) (local.get $d))
        (local.set $out (i32.add (local.get $out) (i32.const 64)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (br $sixteen)))))
