"""A portal frame by Python's standard library. MODELS_URL: this server; MODELS_KEY: an API key with both scopes."""

import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = os.environ["MODELS_URL"] + "/api/construct-models"


def send(method, path, body=None, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers |= {"Authorization": "Bearer " + os.environ["MODELS_KEY"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(API + path, data, headers, method=method)) as answer:
        return json.load(answer)


# 1. A model, with its units: labels only, no number is ever converted.
model = send("POST", "", {
    "name": "Portal frame by Python",
    "units": {"length": "m", "force": "kN", "temperature": "C"},
})
path = "/" + model["id"]

# 2. Its elements, all in one batch: taken whole or not at all. The key makes a repeat safe.
fixed = dict.fromkeys(["u1", "u2", "u3", "r1", "r2", "r3"], True)


def node(id, x, z):
    return {"id": id, "position": {"x": x, "y": 0, "z": z}}


def frame(id, start, end, section):
    return {"id": id, "startNodeId": start, "endNodeId": end, "sectionId": section}


send("POST", path + "/elements", {
    "materials": [{"id": "S355"}],
    "sections": [
        {"id": "Column", "type": "i_wide_flange", "profile": "HEB 200", "materialId": "S355"},
        {"id": "Beam", "type": "i_wide_flange", "profile": "IPE 300", "materialId": "S355"},
    ],
    "nodes": [node("A0", 0, 0), node("A1", 0, 4), node("B0", 6, 0), node("B1", 6, 4)],
    "frames": [frame("C1", "A0", "A1", "Column"), frame("C2", "B0", "B1", "Column"), frame("B1", "A1", "B1", "Beam")],
    "supports": [{"id": "SA", "nodeId": "A0", "restraints": fixed}, {"id": "SB", "nodeId": "B0", "restraints": fixed}],
}, Idempotency_Key="first-batch-" + model["id"])

# 3. A mistake: 422 says where, what, and what was probably meant; nothing is stored.
try:
    send("POST", path + "/frames", {"frames": [{"id": "B2", "startNodeId": "A1", "endNodeId": "B1a"}]})
except HTTPError as refused:
    for issue in json.load(refused)["detail"]:
        print(".".join(map(str, issue["loc"])) + ": " + issue["msg"])

# 4. What would keep it from being analysed.
print(json.dumps(send("GET", path + "/check")))

# 5. Where to walk around in it.
print(model["viewerUrl"])
