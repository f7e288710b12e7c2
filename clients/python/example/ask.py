import os
import sys
from time import sleep

from querent_client import AuthenticatedClient
from querent_client.api.completions import create_completion
from querent_client.api.datasources import create_datasource
from querent_client.api.files import upload_file
from querent_client.api.models import create_model
from querent_client.api.semanticextractions import get_extraction, start_extraction
from querent_client.models import ChatMessage, CompletionRequest, NewExtraction, NewModel, NewSqliteDatasource, SqliteConnection, UploadFileBody
from querent_client.types import File

path = sys.argv[1] if len(sys.argv) > 1 else "chinook.sqlite"
querent = AuthenticatedClient(base_url=os.environ.get("QUERENT_URL", "http://127.0.0.1:42010"), token=os.environ["QUERENT_KEY"])
with querent as client, open(path, "rb") as data:
    file = upload_file.sync(client=client, body=UploadFileBody(file=File(payload=data, file_name="chinook.sqlite")))
    source = create_datasource.sync(client=client, body=NewSqliteDatasource(name="Music shop", type_="sqlite", connection=SqliteConnection(file_id=file.id)))
    run = start_extraction.sync(client=client, body=NewExtraction(datasource_id=source.id))
    while get_extraction.sync(run.id, client=client).status in ("queued", "running"):
        sleep(0.2)
    create_model.sync(client=client, body=NewModel(name="music", base_model_id="builtin", datasource_ids=[source.id]))
    answer = create_completion.sync(client=client, body=CompletionRequest(model="music", messages=[ChatMessage(role="user", content="What is the total revenue per country?")]))
    print(answer.choices[0].message.content)
