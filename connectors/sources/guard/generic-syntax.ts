const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

/** Kinds of syntax a statement may be made of, as sqlparser-rs names them. */
export const KINDS = words(`
  Query Select SetOperation Values Table Derived NestedJoin
  Identifier CompoundIdentifier CompoundFieldAccess Subscript Index Value Number SingleQuotedString DoubleQuotedString HexStringLiteral Boolean Null NationalStringLiteral
  BinaryOp UnaryOp Between InList InSubquery Exists Subquery Tuple Array Dictionary Nested Like ILike RLike SimilarTo IsNull IsNotNull IsTrue IsNotTrue IsFalse IsNotFalse IsUnknown IsNotUnknown
  IsDistinctFrom IsNotDistinctFrom AllOp AnyOp Case Cast Convert Collate Extract Ceil Floor Position Substring Trim Overlay Interval TypedString AtTimeZone Lambda Prefixed Dot
  Function List Unnamed Expr ExprNamed OrderBy Separator Custom JsonAccess Map
  UnnamedExpr ExprWithAlias Wildcard QualifiedWildcard ObjectName
  Inner Join Left LeftOuter Right RightOuter FullOuter CrossJoin Semi Anti LeftSemi LeftAnti RightSemi RightAnti Asof StraightJoin ArrayJoin LeftArrayJoin InnerArrayJoin On Using Natural None
  Expressions Rollup Cube GroupingSets LimitOffset OffsetCommaLimit NamedWindow WindowSpec Preceding Following CurrentRow Distinct DateTimeField Scale One Many All
  AfterTableAlias BeforeTableAlias With NamedExpr Star Eq NotEq`)

/** Fields of those kinds; one that is not listed may say nothing. */
export const FIELDS = words(`
  with recursive cte_tables alias name columns query body left right op set_quantifier distinct projection from relation joins join_operator global selection group_by having qualify
  named_window window_before_qualify flavor order_by kind options asc nulls_first limit_clause limit limit_by offset value rows fetch quantity percent with_ties expr args parameters
  duplicate_treatment clauses filter over null_treatment within_group partition_by window_frame units start_bound end_bound window_name low high negated list subquery items pattern escape_char any
  operand conditions condition result else_result data_type collation field syntax substring_from substring_for special shorthand trim_what trim_where trim_characters
  leading_field leading_precision last_field fractional_seconds_precision root access_chain index lateral table_with_joins is_some compare_op explicit explicit_row content first_element quote_style
  array format charset target_before_value styles overlay_what overlay_from overlay_for time_zone timestamp regexp opt_except opt_exclude opt_replace opt_rename exprs column_name as_keyword elem
  named params prefix sample modifier quantity_unit unit uses_odbc_syntax is_try value_table_mode table prewhere key to materialized`)

/** The words a field of such a kind may hold. */
export const UNITS: ReadonlySet<string> = words(`
  None All Distinct AllByName ByName Standard Union Except Intersect Minus Natural Asc Desc Rows Range Groups CurrentRow Wildcard Year Years Quarter Month Months Week Day Days Hour Hours Minute Minutes
  Second Seconds Microsecond Millisecond Dow Doy Epoch NoDateTime Both Leading Trailing Comma From Sample IgnoreNulls RespectNulls Null Cast DoubleColon TryCast
  And Or Xor Not Eq Spaceship Gt Lt GtEq LtEq NotEq Plus Multiply Divide Modulo StringConcat BitwiseOr BitwiseAnd BitwiseXor BitwiseNot MyIntegerDivide DuckIntegerDivide PGBitwiseShiftLeft PGBitwiseShiftRight
  BitwiseShiftLeft BitwiseShiftRight Arrow LongArrow Match Regexp ArrayLambda Lambda BangNot Isodow Isoyear Microseconds Milliseconds DayOfWeek DayOfYear YearMonth DayHour DayMinute DaySecond HourMinute
  HourSecond MinuteSecond Totals`)
