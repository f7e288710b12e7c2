const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

/** Node kinds a statement may be made of, as PostgreSQL's parser names them. */
export const NODES = words(`
  SelectStmt ResTarget ColumnRef String A_Star RangeVar RangeSubselect RangeFunction RangeTableSample JoinExpr Alias A_Expr A_Const BoolExpr NullTest BooleanTest FuncCall
  TypeCast TypeName CaseExpr CaseWhen SubLink SortBy WindowDef CommonTableExpr WithClause List CoalesceExpr MinMaxExpr SQLValueFunction GroupingSet GroupingFunc A_ArrayExpr
  A_Indirection A_Indices CollateClause RowExpr NamedArgExpr Integer Float Boolean BitString ColumnDef JsonIsPredicate`)

/** Fields of those nodes; one that is not listed may say nothing. */
export const FIELDS = words(`
  distinctClause targetList fromClause whereClause groupClause groupDistinct havingClause windowClause valuesLists sortClause limitOffset limitCount limitOption withClause
  op all larg rarg name indirection val location fields sval ival fval boolval bsval isnull catalogname schemaname relname inh relpersistence alias aliasname colnames
  lateral subquery ordinality is_rowsfrom functions coldeflist relation method args repeatable jointype isNatural quals usingClause join_using_alias rtindex kind lexpr rexpr
  rexpr_list_start rexpr_list_end boolop arg nulltesttype argisrow booltesttype funcname agg_order agg_filter over agg_within_group agg_star agg_distinct func_variadic funcformat
  typeName names typeOid typmods typemod arrayBounds setof casetype expr result defresult subLinkType subLinkId testexpr operName subselect node sortby_dir sortby_nulls useOp
  refname partitionClause orderClause frameOptions startOffset endOffset ctes recursive ctename aliascolnames ctematerialized ctequery cterecursive items coalesce content
  elements list_start list_end is_slice lidx uidx collname row_format argnumber colname is_local typmod str unique_keys item_type format format_type encoding exprBaseType
  rctx ivalue`)

/** Types a value may be cast to: those that look nothing up. */
export const TYPES = words(`
  bool int2 int4 int8 smallint integer bigint numeric decimal float4 float8 real text varchar bpchar char name bytea bit varbit date time timetz timestamp timestamptz interval
  json jsonb jsonpath uuid money inet cidr macaddr macaddr8 point line lseg box path polygon circle int4range int8range numrange tsrange tstzrange daterange
  int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange tsvector tsquery record citext unknown`)

/** Operators, by name: PostgreSQL's own over values. */
export const OPERATORS = words(`
  + - * / % ^ |/ ||/ @ & | # ~ << >> = <> != < <= > >= || ~~ ~~* !~~ !~~* ~* !~ !~* ^@ ~<~ ~>~ -> ->> #> #>> @> <@ ? ?| ?& @? @@ #- && &< &> -|- BETWEEN NOT_BETWEEN
  BETWEEN_SYMMETRIC NOT_BETWEEN_SYMMETRIC <-> @-@ ## ?# ?- ?-| ?|| ~= @@@ !! <<| |>> &<| |&>`)

/** Values that SQL writes as words; who is signed in is not among them. */
export const VALUE_WORDS = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP
  SVFOP_LOCALTIMESTAMP_N`)

/** Functions over values alone: none reads files, settings, catalogs, SQL text, sequences, other sessions, or waits. */
export const FUNCTIONS = words(`
  count sum avg min max array_agg string_agg bool_and bool_or every bit_and bit_or bit_xor json_agg jsonb_agg json_object_agg jsonb_object_agg any_value
  corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp variance var_pop var_samp
  mode percentile_cont percentile_disc rank dense_rank percent_rank cume_dist row_number ntile lag lead first_value last_value nth_value range_agg range_intersect_agg
  abs cbrt ceil ceiling degrees div exp factorial floor gcd lcm ln log log10 mod pi power pow radians round scale min_scale trim_scale sign sqrt trunc width_bucket random
  acos acosd asin asind atan atand atan2 atan2d cos cosd cot cotd sin sind tan tand sinh cosh tanh asinh acosh atanh erf erfc greatest least
  ascii bit_length btrim char_length character_length chr concat concat_ws convert_from convert_to decode encode format initcap left length lower lpad ltrim md5 normalize
  octet_length overlay position quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
  regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim split_part starts_with string_to_array string_to_table strpos substr substring to_ascii to_hex to_bin
  to_oct translate trim unistr upper casefold sha224 sha256 sha384 sha512 get_bit get_byte set_bit set_byte bit_count similar_to_escape similar_escape like_escape like notlike ilike
  is_normalized textcat xor
  age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours justify_interval make_date make_interval make_time
  make_timestamp make_timestamptz now statement_timestamp timeofday transaction_timestamp to_timestamp to_char to_date to_number timezone overlaps date timestamp timestamptz
  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions array_prepend array_remove array_replace array_reverse array_sample
  array_shuffle array_sort array_to_string array_upper cardinality trim_array unnest generate_series generate_subscripts
  to_json to_jsonb array_to_json row_to_json json_array json_build_array jsonb_build_array json_build_object jsonb_build_object json_object jsonb_object json_array_elements
  jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_extract_path
  jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_object_keys jsonb_object_keys json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset
  json_strip_nulls jsonb_strip_nulls jsonb_set jsonb_set_lax jsonb_insert jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first
  jsonb_pretty json_typeof jsonb_typeof jsonb_concat
  coalesce nullif num_nonnulls num_nulls grouping gen_random_uuid uuidv4 uuidv7 uuid_extract_timestamp pg_typeof
  isempty lower_inc lower_inf upper_inc upper_inf range_merge int4range int8range numrange tsrange tstzrange daterange multirange
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline numnode querytree setweight strip tsvector_to_array
  area center diameter height width radius point box circle line lseg path polygon host hostmask masklen netmask network family text abbrev broadcast set_masklen inet_same_family
  hashtext hash_array hashint4 hashint8 width_bucket int4 int8 float8 numeric float4 int2 text varchar bpchar bool interval time`)
