/** The numbers of errors that mysql2 itself asks for by name, as Workers bundle them (see [alias] in wrangler.toml); it has names for 4,000 more. */
module.exports = {
  HA_ERR_INTERNAL_ERROR: 122,
  ER_WARN_DEPRECATED_SYNTAX: 1287,
  ER_OPTION_PREVENTS_STATEMENT: 1290,
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 1792,
  ER_READ_ONLY_MODE: 1836,
}
