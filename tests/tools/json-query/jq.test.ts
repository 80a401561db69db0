import { describe, expect, test } from "bun:test";
import { builtins } from "../../../tools/json-query/jq/compile-names.ts";
import { compileProgram, readProgram } from "../../../tools/json-query/jq/run.ts";
import tool from "../../../tools/json-query.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);

/** The results, one after another; an error as its message. */
function jq(query: string, input: unknown = "null"): string {
  const { output = "", errors = [] } = run({ input, query, compact: true });
  const message = errors[0]?.message;
  return [...(output === "" ? [] : output.split("\n")), ...(message ? [`! ${message}`] : [])].join(
    " ",
  );
}

describe("the grammar", () => {
  test.each([
    ['{a, $x, "b", "c\\(1)": 2, ("d"): 3, @base64 "e": 4, if: 5, $__loc__}', "1 as $x | "],
    ['[.[]?, .a?, .a.b?, .["a"]?, .a[1:]?, ..]', ""],
    ["try error(1) catch . // 2", ""],
    ["reduce .[] as [$a, {b: $c}] (0; . + $a) as $x | $x", ""],
    ["label $f | foreach (1, 2) as $x (0; . + $x; ., break $f)", ""],
    ["def f(g; $h): g | $h; def z: 1; f(.; z)", ""],
    ["if 1 then 2 elif 3 then 4 end | -. , - 1", ""],
    [". as [$a] ?// {$a} ?// $a | $a", ""],
    ['"a\\("b\\("c")")\\u00e9\\n" # a comment', ""],
    ["# a comment \\\n that goes on\n1", ""],
    ['.a."b"."c\\(1)"[0].[1].d', ""],
    ['{"a":1}.a, [1][0], "abc"[1:]', ""],
    [".1e3 + 1.e-2, .5", ""],
  ])("%s", (query, before) => {
    expect(readProgram(before + query)).not.toHaveProperty("offset");
  });

  test.each([
    ["", "null"],
    ["1 + 2 * 3 - 4 / 2 % 3", "5"],
    ["1 - 1 - 1", "-1"],
    ["1, 2 | . + 1", "2 3"],
    ["1 as $x | 2 as $y | [$x, $y]", "[1,2]"],
    ["1 + 2 as $x | $x", "3"],
    ["null // 1 // 2", "1"],
    ["(false, null, 1) // 42", "1"],
    ["[(1, 2) + (10, 20)]", "[11,12,21,22]"],
    ["[{a: (1, 2), b: (3, 4)}]", '[{"a":1,"b":3},{"a":1,"b":4},{"a":2,"b":3},{"a":2,"b":4}]'],
    ['"\\(1, 2) \\(3, 4)"', '"1 3" "2 3" "1 4" "2 4"'],
    ["[([1, 2], [3, 4])[0, 1]]", "[1,3,2,4]"],
    ["[range(0, 1; 3, 4)]", "[0,1,2,0,1,2,3,1,2,1,2,3]"],
    ["def f: 1; def g: f; def f: 2; g, f", "1 2"],
    ["def f(x): 1 as $y | x; 2 as $y | f($y)", "2"],
    ["[recurse(if . < 3 then . + 1 else empty end)]", "[null,1,2,3]"],
    ["[label $a | label $b | 1, break $a, 2]", "[1]"],
    ["[.[]?]", "[]"],
    ["try (try error(1) catch error(2)) catch .", "2"],
    ["(try 1 catch 2) | error(3)", "! (not a string): 3"],
    ["error(null)", "! null (null) not a string"],
    ['$__loc__, "\\($__loc__.line)"', '{"file":"<top-level>","line":1} "1"'],
    ["[.[]? // 1]", "[1]"],
    ["reduce empty as $x (0; 1), reduce (1, 2) as $x (0; empty)", "0 null"],
    ["[foreach (1, 2) as $x (0; (. + $x, . * 10))]", "[1,0,2,0]"],
    ['@json "x\\([1, "a"])", @sh "echo \\("a b")"', '"x[1,\\"a\\"]" "echo \'a b\'"'],
  ])("%s gives %s", (query, output) => {
    expect(jq(query)).toBe(output);
  });
});

describe("the edges of the tool's text", () => {
  test.each([
    [".foo", "{}", "null"],
    [".foo", "1", '! Cannot index number with string ("foo")'],
    [".foo?", "1", ""],
    [".[-1], .[1:], .[:1]", "[1,2,3]", "3 [2,3] [1]"],
    [".[:1] = [9,8]", "[1,2,3]", "[9,8,2,3]"],
    ["length", "null", "0"],
    ["utf8bytelength", '"aé"', "3"],
    ['.["a","b"] = 1', "{}", '{"a":1,"b":1}'],
    ["1 / 0", "null", "! number (1) and number (0) cannot be divided because the divisor is zero"],
    ["nan < nan", "null", "true"],
    ["{a:{b:1}} * {a:{c:2}}", "null", '{"a":{"b":1,"c":2}}'],
    ["keys", '{"\u{1f600}":1,"\uffff":2,"a":3}', '["a","\uffff","\u{1f600}"]'],
    [
      "[to_entries[].key], [.[]]",
      '{"b":1,"10":2,"9":3,"__proto__":4}',
      '["b","10","9","__proto__"] [1,2,3,4]',
    ],
    ["[limit(0; error)]", "null", "[]"],
    [".[] |= empty", "[1,2]", "[]"],
    [".a = empty", "{}", ""],
    ["(.a, .b) |= (.+1, 7)", "{}", '{"a":1,"b":1}'],
    [".a += (1, 2)", '{"a":1}', '{"a":2} {"a":3}'],
    ["env, $ENV", "1", "{} {}"],
    ["now | todate", "1", '"2026-11-20T11:59:30Z"'],
    ["[.[] | tostring]", '[1.50,"a",null]', '["1.50","a","null"]'],
    [".[[2,3]]", "[1,2,3,2,3]", "[1,3]"],
    ["[paths], [leaf_paths]", '{"a":[1]}', '[["a"],["a",0]] [["a",0]]'],
    ["path(1)", "null", "! Invalid path expression with result 1"],
    ["to_entries | from_entries", '{"a":1,"b":null}', '{"a":1,"b":null}'],
    ["from_entries", '[{"Key":"a","Value":1},{"key":false,"name":"b"}]', '{"a":1,"b":null}'],
    ["from_entries", '[{"key":1}]', "! Cannot use number (1) as object key"],
    ['has("a"), has(0), has({})', "null", "false false false"],
    ["input_line_number", "1", "0"],
    ["1, halt, 2", "1", "1"],
    ['"stop" | halt_error', "1", "! stop"],
    ["input", "1", "! break"],
  ])("%s on %s gives %s", (query, input, output) => {
    expect(jq(query, input)).toBe(output);
  });

  test.each([
    'import "a" as a; 1',
    'include "a"; 1',
    "modulemeta",
    "get_search_list",
    "input_filename",
    "get_jq_origin",
    "get_prog_origin",
    '"a" | test("(?>a)")',
    '"a" | test("a++")',
    '"a" | test("[a[b]]")',
    '"a" | test("\\\\G")',
  ])("%s is refused", (query) => {
    expect(run({ input: "null", query }).errors).toMatchObject([{ code: "QUERY_UNSUPPORTED" }]);
  });

  test("what is told on the side is a warning", () => {
    const { warnings } = run({ input: "1", query: 'debug, debug("m"), stderr, input_line_number' });
    expect(warnings?.map(({ code, received }) => [code, received])).toEqual([
      ["QUERY_DEBUG", "1"],
      ["QUERY_DEBUG", '"m"'],
      ["QUERY_DEBUG", "1"],
      ["QUERY_DEBUG", undefined],
    ]);
  });
});

describe("what jq 1.7 to 1.8.1 changed", () => {
  test.each([
    ["{x: 1 + 2, y: false or true, z: null // 3}", "null", '{"x":3,"y":true,"z":3}'],
    ["{a: 1 | . + 1, b: .a == 2}", '{"a":2}', '{"a":2,"b":true}'],
    ["{(1 + 1 | tostring): 2 * 3}", "null", '{"2":6}'],
    ["[-1 as $x | 1, $x], (1 | . + 2 as $x | -$x)", "null", "[1,-1] -3"],
    ["[.[] | abs]", '[-1,-0.5,2,"a",[],{}]', '[1,0.5,2,"a",[],{}]'],
    ["abs", "null", "! null (null) cannot be negated"],
    ["abs", "-12345678901234567890", "12345678901234567890"],
    ['trimstr("o")', '"oxo"', '"x"'],
    ["[limit(0; error)], [limit(1; 1, error)]", "null", "[] [1]"],
    ["limit(-1; 1)", "null", "! limit doesn't support negative count"],
    ["skip(-1; 1)", "null", "! skip doesn't support negative count"],
    ["[last(empty)]", "null", "[]"],
    ["have_literal_numbers, have_decnum", "null", "true true"],
    ["ltrimstr(1)", '"a"', "! startswith() requires string inputs"],
    ["try error(null) catch .", "1", "null"],
    ['indices("aa"), index("a"), rindex("a")', '"éaaa"', "[1,2] 1 3"],
    ["pick(.a, .b.c)", '{"a":1,"b":{"c":2,"d":3}}', '{"a":1,"b":{"c":2}}'],
    ['[scan("ab"; "i")]', '"abAB"', '["ab","AB"]'],
    ["if . == 1 then 2 end", "3", "3"],
    ["tojson", "[1.000,1e3]", '"[1.000,1e3]"'],
    ["[reduce range(5) as $x (0; . + $x | select($x != 2))]", "null", "[7]"],
    [
      "[foreach range(5) as $x (0; . + $x | select($x != 2); [$x, .])]",
      "null",
      "[[0,0],[1,1],[3,3],[4,7]]",
    ],
    ["tonumber", '" 1"', '! string (" 1") cannot be parsed as a number'],
    ["[.[] | toboolean]", '["true","false",true]', "[true,false,true]"],
    ["1\r\n| 2", "null", "2"],
    ["null | .[1:2], .[{}]", "1", "null null"],
    ['error("x") // 1', "null", "! x"],
    ["flatten({}), try flatten(null) catch .", "[1]", '[1] "flatten depth must not be negative"'],
    ["[1 | truncate_stream([[0], 1], [[1, 0], 2], [[1, 0]], [[1]])]", "null", "[[[0],2],[[0]]]"],
  ])("%s on %s gives %s", (query, input, output) => {
    expect(jq(query, input)).toBe(output);
  });
});

describe("built-in functions", () => {
  test("each of them can be called, and the list names it", () => {
    for (const signature of builtins()) {
      const [name, arity] = signature.split("/");
      const args = Array.from({ length: Number(arity) }, () => ".").join(";");
      const compiled = compileProgram(args === "" ? `${name}` : `${name}(${args})`, []);
      expect([signature, compiled.ok]).toEqual([signature, true]);
    }
    expect(jq("builtins | length")).toBe(String(builtins().length));
    expect(jq('[builtins[] | select(startswith("_"))]')).toBe("[]");
  });

  test.each([
    ["[.[] | tonumber?]", '["1"," 1","0x1","+5.0",".5","nan"]', "[1,5.0,0.5]"],
    ["toboolean, toarray", '"true"', 'true ["true"]'],
    ["trim, ltrim, rtrim", '"\u00a0 a "', '"a" "a " "\u00a0 a"'],
    ["ltrimstr(1)", '"a"', "! startswith() requires string inputs"],
    ['[splits(", *"; null)]', '"a, b,c"', '["a","b","c"]'],
    ["implode", "[65,128512,55296]", '"A\u{1f600}\ufffd"'],
    ["transpose, combinations", "[[1,2],[3]]", "[[1,3],[2,null]] [1,3] [2,3]"],
    [
      "group_by(.a), unique_by(.a), min_by(.a), max_by(.a)",
      '[{"a":2},{"a":1},{"a":2,"b":1}]',
      '[[{"a":1}],[{"a":2},{"a":2,"b":1}]] [{"a":1},{"a":2}] {"a":1} {"a":2,"b":1}',
    ],
    ["bsearch(2), bsearch(0), bsearch(9)", "[1,2,3]", "1 -1 -4"],
    ["fromstream(tostream)", '{"a":[1,{"b":[]}],"c":{}}', '{"a":[1,{"b":[]}],"c":{}}'],
    ["[1 | truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])]", "null", "[[[0],2],[[0]]]"],
    ["[.[] | ascii]", "[65,97]", '["A","a"]'],
    [
      "@base32, (@base32 | @base32d), @base64, @uri, (@uri | @urid), @html",
      '"é<"',
      '"YOUTY===" "é<" "w6k8" "%C3%A9%3C" "é<" "é&lt;"',
    ],
    [
      "@csv, @tsv, @sh",
      '[1.50,"a\\"\\t",null,true]',
      '"1.50,\\"a\\"\\"\\t\\",,true" "1.50\\ta\\"\\\\t\\t\\ttrue" "1.50 \'a\\"\\t\' null true"',
    ],
    [
      ". * 2.9, 2 * ., . * 1, . * 0.5, . * 0, . * -0.5, . * nan",
      '"ab"',
      '"abab" "abab" "ab" "" "" null null',
    ],
    ['"" * 0, "" * 1e308', "null", '"" ""'],
    ["INDEX(.id) | keys", '[{"id":1},{"id":"b"}]', '["1","b"]'],
    [
      "[limit(3; repeat(1))], [.[] | while(. < 3; . + 1)], [.[] | until(. > 3; . * 2)]",
      "[1]",
      "[1,1,1] [1,2] [4]",
    ],
    [
      "[first(range(5; 9)), last(range(3)), nth(1; 7, 8)], [skip(1; .[])], isempty(empty)",
      "[1,2]",
      "[5,2,8] [2] true",
    ],
    [
      'getpath(["a",0]), setpath(["a",0]; 1), delpaths([["b"]]), pick(.b), del(.b)',
      '{"b":2}',
      'null {"b":2,"a":[1]} {} {"b":2} {}',
    ],
    ['walk(if type == "array" then sort else . end)', "[[2,1],0]", "[0,[1,2]]"],
    ["[.[] | IN(1, 2)], any(. > 2), all(. > 0)", "[1,3]", "[true,false] true true"],
    ["fromjson", '"[1"', "! Unfinished JSON term at EOF at line 1, column 2 (while parsing '[1')"],
    ["[.[] | floor, round, trunc, fabs, sqrt]", "[2.25]", "[2,2,2,2.25,1.5]"],
    [
      "[pow(2; 10), log2, exp10, significand, logb, frexp, ldexp(3; 2), gamma]",
      "8",
      "[1024,3,100000000,1,3,[0.5,4],12,8.525161361065415]",
    ],
  ])("%s", (query, input, output) => {
    expect(jq(query, input)).toBe(output);
  });
});

describe("regular expressions", () => {
  test.each([
    [
      '[match("(?<y>é)|b"; "g") | [.offset, .length, .string, .captures[0].name, .captures[0].offset]]',
      '"a𝒳éb"',
      '[[2,1,"é","y",2],[3,1,"b","y",-1]]',
    ],
    ['[test("B"; "i"), test("a b"; "x"), test(["B", "i"])]', '"ab"', "[true,true,true]"],
    [
      '[test("a.b"), test("a.b"; "s"), test("a.b"; "p"), test("(?s)a.b"), test("(?m)a$")]',
      '"a\\nb"',
      "[false,false,true,true,true]",
    ],
    ['[match("foo|foobar"; "l").string]', '"foobar"', '["foobar"]'],
    ['[match(""; "gn")], [match(""; "g").offset]', '"ab"', "[] [0,1,2]"],
    ['[scan("\\\\d+")], [scan("(a)(\\\\d)")]', '"a1 b22"', '["1","22"] [["a","1"]]'],
    ['capture("(?<a>\\\\w)(?<n>\\\\d)?")', '"xy"', '{"a":"x","n":null}'],
    ['[sub("(?<x>a)"; "1\\(.x)", "2")], [gsub("a"; "b", "c")]', '"aa"', '["1aa","2a"] ["bb","cc"]'],
    ['gsub("\\\\s"; "")', '" a b "', '"ab"'],
    ['[test("^\\\\p{Lu}[[:alpha:]]+$"), test("\\\\bé")]', '"Été"', "[true,false]"],
    ['test("a"; "q")', '"a"', "! q is not a valid modifier string"],
    ["test(1)", '"a"', "! number (1) cannot be matched, as it is not a string"],
  ])("%s on %s", (query, input, output) => {
    expect(jq(query, input)).toBe(output);
  });
});

describe("dates", () => {
  test.each([
    ["gmtime, todate", "1425599621.678", '[2015,2,5,23,53,41.678,4,63] "2015-03-05T23:53:41Z"'],
    ["gmtime", "-1.5", "[1969,11,31,23,59,58.5,3,364]"],
    ["fromdate", '"2015-03-05T23:51:47Z"', "1425599507"],
    ["mktime", "[2024,1,29]", "1709164800"],
    [
      'strftime("%A %a %B %b %d %e %j %U %W %V %G %u %w %I %p %y %C %s %Z %z %D %F %T %R %%")',
      "0",
      '"Thursday Thu January Jan 01  1 001 00 00 01 1970 4 4 12 AM 70 19 0 UTC +0000 01/01/70 1970-01-01 00:00:00 00:00 %"',
    ],
    [
      'strptime("%a, %d %b %Y %I:%M %p %z")',
      '"Thu, 05 Mar 2015 11:51 PM +0100"',
      "[2015,2,5,23,51,0,4,63]",
    ],
    ['strptime("%Y")', '"x"', '! date "x" does not match format "%Y"'],
    ['localtime | strflocaltime("%H %Z")', "3600", '"01 UTC"'],
    ["todate", '"x"', "! strftime/1 requires parsed datetime inputs"],
    ['dateadd("seconds"; 10), datesub("seconds"; 10)', "100", "110 90"],
  ])("%s on %s", (query, input, output) => {
    expect(jq(query, input)).toBe(output);
  });
});
