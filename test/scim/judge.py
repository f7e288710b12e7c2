"""Judges a SCIM server with scim2-tester: judge.py BASE_URL TOKEN. Prints one line of JSON for each check."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base, token = sys.argv[1:3]
http = Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=60)
for found in check_server(SyncSCIMClient(http)):
    print(json.dumps({"check": found.title, "status": found.status.name, "reason": str(found.reason or "")[:500]}))
