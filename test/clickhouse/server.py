"""ClickHouse's own engine (the chdb-core package) behind as much of ClickHouse's HTTP interface as a client of it needs. For tests alone.

usage: server.py <folder of the package> <port> <folder of the data>
Users: default/secret may do all; reader/secret has a profile that is read-only.
"""
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, quote, urlsplit

package, port, data = sys.argv[1:4]
sys.path.insert(0, package)
import chdb  # noqa: E402

OWN = {'query', 'query_id', 'database', 'default_format', 'user', 'password'}
PASSWORDS = {'default': 'secret', 'reader': 'secret'}
held = chdb.connect(data)


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.reply(200, b'Ok.\n') if urlsplit(self.path).path == '/ping' else self.reply(404, b'There is no handle')

    def do_POST(self):
        sql = self.rfile.read(int(self.headers.get('content-length') or 0)).decode()
        query = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        user = self.headers.get('x-clickhouse-user', 'default')
        if PASSWORDS.get(user) != self.headers.get('x-clickhouse-key'):
            return self.fail(403, f'Code: 516. DB::Exception: {user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)')
        try:
            self.reply(200, run(sql, query, user))
        except Exception as error:
            text = str(error)
            self.fail(404 if re.search(r'Code: (46|60|81)\b', text) else 400 if re.search(r'Code: (62|47)\b', text) else 500, text)

    def fail(self, status, text):
        code = re.search(r'Code: (\d+)', text)
        self.reply(status, f'{text} (version {chdb.engine_version} (official build))\n'.encode(), code.group(1) if code else '0')

    def reply(self, status, body, code=None):
        self.send_response(status)
        self.send_header('content-type', 'text/plain; charset=UTF-8')
        self.send_header('content-length', str(len(body)))
        if code:
            self.send_header('x-clickhouse-exception-code', code)
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True


def run(sql, query, user):
    """A connection of its own for each statement, so that settings go no further. The server's `query_id` is the engine's to choose: the given one is kept as a comment."""
    settings = {name: value for name, value in query.items() if name not in OWN and not name.startswith('param_')}
    params = {name[6:]: value for name, value in query.items() if name.startswith('param_')}
    sql = re.sub(r"query_id = '([^']*)'", r"Settings['log_comment'] = '\1'", sql) if sql.lower().startswith('kill query') else sql
    settings.pop('cancel_http_readonly_queries_on_client_close', None)
    fixed = {'database': query.get('database', 'default'), 'log_comment': query.get('query_id', '')}
    if user == 'reader':
        fixed['readonly'] = '1'
    else:
        fixed.update(sorted(settings.items(), key=lambda one: one[0] == 'readonly'))
    connection = chdb.connect(data + '?' + '&'.join(f'{name}={quote(value, safe="")}' for name, value in fixed.items()))
    try:
        # The engine would write the file; the server leaves that to clients of its own protocol.
        if re.search(r'\binto\s+outfile\b', sql, re.I):
            raise RuntimeError('Code: 348. DB::Exception: INTO OUTFILE is not allowed. (INTO_OUTFILE_NOT_ALLOWED)')
        # The engine would run several statements; the server takes one, and says so in these words.
        if not sql.lower().startswith('insert'):
            connection.query('select formatQuery({sql:String})', params={'sql': escaped(sql)})
        for name, value in settings.items() if user == 'reader' else ():
            connection.query(f"set {name} = '{value}'")
        return connection.query(sql, query.get('default_format', 'TabSeparated'), params=params).bytes()
    finally:
        connection.close()


def escaped(text):
    return text.replace('\\', '\\\\').replace('\t', '\\t').replace('\n', '\\n').replace('\r', '\\r')


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A client that left."""


server = Server(('127.0.0.1', int(port)), Handler)
print('ready', flush=True)
server.serve_forever()
