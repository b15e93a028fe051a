#!/bin/sh
# A portal frame by curl. MODELS_URL: this server; MODELS_KEY: an API key from Settings with both scopes.
set -eu
API="$MODELS_URL/api/construct-models"
auth="Authorization: Bearer $MODELS_KEY"
json='Content-Type: application/json'

# 1. A model, with its units: labels only, no number is ever converted. The answer's Location ends with the id.
location=$(curl -fsS -D - -o /dev/null "$API" -H "$auth" -H "$json" -d '{
  "name": "Portal frame by curl",
  "units": { "length": "m", "force": "kN", "temperature": "C" }
}' | tr -d '\r' | sed -n 's/^[Ll]ocation: //p')
model="$API/${location##*/}"

# 2. Its elements, all in one batch: taken whole or not at all. The key makes a repeat safe.
curl -fsS -o /dev/null "$model/elements" -H "$auth" -H "$json" -H "Idempotency-Key: first-batch-${location##*/}" -d '{
  "materials": [{ "id": "S355" }],
  "sections": [
    { "id": "Column", "type": "i_wide_flange", "profile": "HEB 200", "materialId": "S355" },
    { "id": "Beam", "type": "i_wide_flange", "profile": "IPE 300", "materialId": "S355" }
  ],
  "nodes": [
    { "id": "A0", "position": { "x": 0, "y": 0, "z": 0 } }, { "id": "A1", "position": { "x": 0, "y": 0, "z": 4 } },
    { "id": "B0", "position": { "x": 6, "y": 0, "z": 0 } }, { "id": "B1", "position": { "x": 6, "y": 0, "z": 4 } }
  ],
  "frames": [
    { "id": "C1", "startNodeId": "A0", "endNodeId": "A1", "sectionId": "Column" },
    { "id": "C2", "startNodeId": "B0", "endNodeId": "B1", "sectionId": "Column" },
    { "id": "B1", "startNodeId": "A1", "endNodeId": "B1", "sectionId": "Beam" }
  ],
  "supports": [
    { "id": "SA", "nodeId": "A0", "restraints": { "u1": true, "u2": true, "u3": true, "r1": true, "r2": true, "r3": true } },
    { "id": "SB", "nodeId": "B0", "restraints": { "u1": true, "u2": true, "u3": true, "r1": true, "r2": true, "r3": true } }
  ]
}'

# 3. A mistake: 422 says where, what, and what was probably meant; nothing is stored.
curl -sS "$model/frames" -H "$auth" -H "$json" -d '{ "frames": [{ "id": "B2", "startNodeId": "A1", "endNodeId": "B1a" }] }'
echo

# 4. What would keep it from being analysed.
curl -fsS "$model/check" -H "$auth"
echo

# 5. The picture, and where to walk around in it.
curl -fsS "$model/picture?view=iso" -H "$auth" -o "${PICTURE:-portal-frame.png}"
echo "$MODELS_URL/models/${location##*/}"
