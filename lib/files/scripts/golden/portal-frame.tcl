# "Portal frame", units kN, m, C, Z up; ids of the model stand behind each line
wipe
model basic -ndm 3 -ndf 6
set E1 210000000; set G1 [expr {$E1 / (2 * (1 + 0.3))}] ;# "S355"
node 1 0 0 0 ;# "N1"
node 2 0 0 4 ;# "N2"
node 3 6 0 4 ;# "N3"
node 4 6 0 0 ;# "N4"
fix 1 1 1 1 1 1 1 ;# "S1"
fix 4 1 1 1 1 1 1 ;# "S2"
geomTransf Linear 1 0 1 0
geomTransf Linear 2 0 -1 0 -jntOffset 0 0 -0.15 0 0 -0.15
element elasticBeamColumn 1 1 2 0.00753 $E1 $G1 4.9131e-7 0.0000200103275 0.00005513475 1 ;# "C1" "HEB 200"
element elasticBeamColumn 2 2 3 0.00518806 $E1 $G1 1.55742301533e-7 0.00000602705950038 0.0000799898694631 2 ;# "B1" "IPE 300"
element elasticBeamColumn 3 4 3 0.00753 $E1 $G1 4.9131e-7 0.0000200103275 0.00005513475 1 ;# "C2" "HEB 200"
