import openseespy.opensees as ops

# "Portal frame", units kN, m, C, Z up; ids of the model stand behind each line
ops.wipe()
ops.model('basic', '-ndm', 3, '-ndf', 6)
E1 = 210000000; G1 = E1 / (2 * (1 + 0.3))  # "S355"
ops.node(1, 0, 0, 0)  # "N1"
ops.node(2, 0, 0, 4)  # "N2"
ops.node(3, 6, 0, 4)  # "N3"
ops.node(4, 6, 0, 0)  # "N4"
ops.fix(1, 1, 1, 1, 1, 1, 1)  # "S1"
ops.fix(4, 1, 1, 1, 1, 1, 1)  # "S2"
ops.geomTransf('Linear', 1, 0, 1, 0)
ops.geomTransf('Linear', 2, 0, -1, 0, '-jntOffset', 0, 0, -0.15, 0, 0, -0.15)
ops.element('elasticBeamColumn', 1, 1, 2, 0.00753, E1, G1, 4.9131e-7, 0.0000200103275, 0.00005513475, 1)  # "C1" "HEB 200"
ops.element('elasticBeamColumn', 2, 2, 3, 0.00518806, E1, G1, 1.55742301533e-7, 0.00000602705950038, 0.0000799898694631, 2)  # "B1" "IPE 300"
ops.element('elasticBeamColumn', 3, 4, 3, 0.00753, E1, G1, 4.9131e-7, 0.0000200103275, 0.00005513475, 1)  # "C2" "HEB 200"
