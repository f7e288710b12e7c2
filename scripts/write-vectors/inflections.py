"""What a word may be an inflection of. The reader (`domain/analyst/vectors/inflections.ts`) has the same rules: a word left out here is found by them."""

ENDINGS = [("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "z"), ("ses", "s"), ("men", "man"), ("s", "")]
ENDINGS += [("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")]
WHOLE = {"ies", "sses", "shes", "ches", "xes", "zes", "men", "ied"}
IRREGULAR = dict(people="person", children="child", men="man", women="woman", mice="mouse", feet="foot", teeth="tooth", indices="index", criteria="criterion")
NOT_INFLECTED = set("news series species status address class gross sales process business bus gas less this is was has does his its us yes data".split())


def base_forms(word):
    if word in NOT_INFLECTED or len(word) < 4:
        return []
    if word in IRREGULAR:
        return [IRREGULAR[word]]
    found = []
    for ending, instead in ENDINGS:
        if not word.endswith(ending) or len(word) - len(ending) < 2 or (ending == "s" and word[-2] in "sui"):
            continue
        stem = word[: -len(ending)]
        found.append(stem + instead)
        if ending in ("ed", "ing") and instead == "" and len(stem) > 3 and stem[-1] == stem[-2]:
            found.append(stem[:-1])
        if ending in WHOLE:
            break
    return found
