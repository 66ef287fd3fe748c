;; The product of one query with many rows: out[i] = scale[i] · (row[i] · query) · queryScale.
;; A row is a 32-bit float, its scale, and then `width` signed bytes; the query is `width` signed 16-bit numbers, small
;; enough that no row's product leaves 32 bits. `width` is a multiple of sixteen, and not zero.
(module
  (import "docent" "memory" (memory 1))
  (func (export "scan")
    (param $rows i32) (param $count i32) (param $query i32) (param $width i32)
    (param $queryScale f32) (param $out i32)
    (local $queryEnd i32) (local $outEnd i32) (local $at i32) (local $scale f32) (local $a v128) (local $b v128)
    (local.set $queryEnd (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 1))))
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $finished
      (loop $row
        (br_if $finished (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $scale (f32.mul (local.get $queryScale) (f32.load (local.get $rows))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))
        (loop $sixteen
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (v128.load (local.get $at)) (v128.load8x8_s (local.get $rows)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $at)) (v128.load8x8_s offset=8 (local.get $rows)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $sixteen (i32.lt_u (local.get $at) (local.get $queryEnd))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (f32.store (local.get $out)
          (f32.mul (local.get $scale)
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
                (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row)))))
