"""The plans themselves: by how many tables of three, four and five, and how many rounds.

Made by annealing in a compiled program, or from such a plan with players taken out; recounted
in the tests. The comment says players, repeats and bound.
"""

STORED: dict[tuple[int, int, int, int], str] = {
    # 9 players: 0, at least 0
    (3, 0, 0, 4): ("cccbabbaa|cabbaaccb|cabccbaba|cbabacabc"),
    # 9 players: 9, at least 9
    (3, 0, 0, 5): ("abccbcbaa|caccaabbb|bcbabcaac|aabaccbcb|accbbaacb"),
    # 9 players: 18, at least 18
    (3, 0, 0, 6): ("cbcbaabac|cbcababca|aabccbabc|acbaabbcc|aaccbabcb|cbbabcaac"),
    # 9 players: 36, at least 36
    (3, 0, 0, 8): (
        "cbccaabab|ccbcaabba|aabccbabc|acababbcc|abcababcc|baacccabb|bbacacbca|acbbacbca"
    ),
    # 10 players: 3, at least 3
    (2, 1, 0, 4): ("abaacbcabc|accbbacaba|abcbccaaab|aabcaccabb"),
    # 10 players: 15, at least 15
    (2, 1, 0, 5): ("abccaabcab|abcbcbaaac|bbcaaccaba|baabaccabc|abaccbcbaa"),
    # 10 players: 27, at least 27
    (2, 1, 0, 6): ("acaabccbba|cabbcacaab|bbabcaacac|baacabccba|accacbaabb|bccaaabcab"),
    # 10 players: 51, at least 51
    (2, 1, 0, 8): (
        "ccbaaababc|aaabcabbcc|caaababcbc|caccababba|acabcbcaab|acabbcabca|ccbacbaaab|bcacabbcaa"
    ),
    # 11 players: 6, at least 4
    (1, 2, 0, 3): ("cbbacabcbaa|abccbbaacab|aababccabbc"),
    # 11 players: 20, at least 20
    (1, 2, 0, 5): ("bbacacaabcb|accbaabbacb|babbcaacbac|abcbbcbaaac|cbbaabcbcaa"),
    # 11 players: 35, at least 35
    (1, 2, 0, 6): ("bacbcaacabb|cbcaacbbaab|cbaacbabcba|abbbabaaccc|bbacbbcaaac|acbbaacbbca"),
    # 11 players: 65, at least 65
    (1, 2, 0, 8): (
        "cabcbababac|cbabcaababc|aabcbcabbca|ccbbaaacbba|abcaacbcbab|bbaabacbcca|"
        "aacbccbbaab|aaabcabccbb"
    ),
    # 12 players: 13, at least 9
    (0, 3, 0, 4): ("bacbaacbcacb|acbcaccaabbb|cbaaabccbcab|bcbcabaaccba"),
    # 12 players: 24, at least 24
    (0, 3, 0, 5): ("abbabccaccba|bbaccacaabbc|abbcaabbcacc|acacbcababbc|bbaabcccbaca"),
    # 12 players: 42, at least 42
    (0, 3, 0, 6): ("bcaccbaababc|caccbbbaaabc|bccabaabcbca|bcacabaccbab|ccaabcbcbaab|ccbbcbcabaaa"),
    # 12 players: 78, at least 78
    (0, 3, 0, 8): (
        "bcaacbaaccbb|cccbcabbaaab|bcbccaabbcaa|aaccbbacabbc|ccaaacbcbbab|ccbcabcabbaa|"
        "aabacbccabbc|caabbbbcccaa"
    ),
    # 13 players: 14, at least 12
    (0, 2, 1, 4): ("bccbabcacabac|cbaaabccbbcac|ccabaabacbccb|acaccbbccaabb"),
    # 13 players: 3, at least 0
    (3, 1, 0, 5): ("bcbcabadcadad|aabdccdabbdac|bcdacabadacdb|abcdcbbcaaadd|baabbdcccadda"),
    # 13 players: 32, at least 32
    (0, 2, 1, 5): ("bcbbacacbaacc|bcccacabacbba|cbaacbccbabca|aacccacbbbcba|cbaabbbacccac"),
    # 13 players: 12, at least 12
    (3, 1, 0, 6): (
        "dabdabacacbdc|ddbccdbcaaaab|adabacbdcbadc|abbdcdaadbacc|dcbbaacadacbd|cadacbbddcaba"
    ),
    # 13 players: 54, at least 54
    (0, 2, 1, 6): (
        "cabbbccaaccba|ccbacaccababb|acabbbbaccacc|cacacbbbcacba|accabcbcbbaca|bbcacccaaabbc"
    ),
    # 13 players: 42, at least 42
    (3, 1, 0, 8): (
        "addadcbbccaab|bdcbccdabadaa|dabbdacdacbca|ddabacbcbacda|addcccabdbaba|"
        "cbabddcaabdac|dcdbaaacdbbac|cabadcbadcdba"
    ),
    # 13 players: 98, at least 98
    (0, 2, 1, 8): (
        "bcaccacbbbaca|cbccaacbbabac|bcaacbaccabbc|aabaccacbcbcb|bcabacbbcccaa|"
        "abbaacbccabcc|caaccbbabccba|bbccbccacaaba"
    ),
    # 14 players: 20, at least 15
    (0, 1, 2, 4): ("abccbccaabcbab|baacccbbcbacab|bbcbababcccaac|bcccbacbcabbaa"),
    # 14 players: 2, at least 0
    (2, 2, 0, 5): ("badabcabdabcdc|adbcbbbccadaad|bbcddbaabccdaa|bcbbcdadadaacb|dbbcaddbaacbca"),
    # 14 players: 39, at least 39
    (0, 1, 2, 5): ("bccacbcababcba|babbbccccbacaa|bbbaccabcacbca|abcbabccbbcaca|bbacbabbacccca"),
    # 14 players: 17, at least 17
    (2, 2, 0, 6): (
        "daccadbaabbcdb|bddbcbbccaadaa|acbbadcdbcaadb|cbaddbaaccabdb|cdadaabcbadbbc|bbbadcdacacabd"
    ),
    # 14 players: 65, at least 65
    (0, 1, 2, 6): (
        "cacbcbbabccaba|cccaabbbabaccb|ccbabbbacccbaa|abbbcaabbacccc|bcabcccbbacbaa|bcacacbabcacbb"
    ),
    # 14 players: 53, at least 53
    (2, 2, 0, 8): (
        "bdacdbaacbdcab|cabdbdadabcbca|abddabdacccbba|adcacbabbdbadc|abbaaacbcbcddd|"
        "aadbcdccabbdab|dadbbccabdaabc|cabadcabbabdcd"
    ),
    # 14 players: 117, at least 117
    (0, 1, 2, 8): (
        "cbacaacccbabbb|bccabaccabbabc|aabbbcccacbcba|bacbbcbacbcaca|ccabaccbbacbba|"
        "accbcbacacbbab|bcbaccabcabbac|acbcbabaccabcb"
    ),
    # 15 players: 21, at least 21
    (1, 3, 0, 6): (
        "aaccabbcdcbdadb|cabdbcaaacdbdcb|bdaccacbadbbacd|dcdcacdbaaacbbb|abbaddcdacbccba|"
        "dcdcbcbbaacdaab"
    ),
    # 15 players: 63, at least 63
    (1, 3, 0, 8): (
        "baddacbcacbadbc|bcadbdccdcbabaa|bbbaacbadcddcca|cabadadbbdbccac|bdbaaaccbbdaccd|"
        "dcaabddcbacacbb|dacbaacdcbbcabd|adbabbaccdbccda"
    ),
    # 16 players: 24, at least 24
    (0, 4, 0, 6): (
        "acdbddbcabaccbda|bdbbacaadccbcdda|dbacbbcaaaddcdcb|abdbcbadddccacab|"
        "baaddbabdcacdbcc|ccbacddadcadbbab"
    ),
    # 16 players: 72, at least 72
    (0, 4, 0, 8): (
        "bcbacadcaadbbdcd|dbdacccbcdaabbad|adbacbdadcbcbadc|bddcbdadbcbaaacc|"
        "badacdbcbbccadda|bdadbaccacdabcbd|aacccadddbbabcbd|dcbbaabbdcccddaa"
    ),
    # 17 players: 3, at least 3
    (0, 3, 1, 4): ("cabdbdcbdaadaccbd|bdadcacbbbccadadd|ccadccddbabadabbd|caaddbabadbccbdcd"),
    # 17 players: 8, at least 4
    (0, 3, 1, 5): (
        "dadbaacadbcdcdcbb|aadcbcddcaadbbcdb|bdaadbbcdcaadccdb|bddbcacbccadbadad|badabdaccdcddabbc"
    ),
    # 17 players: 2, at least 0
    (3, 2, 0, 6): (
        "abaabccdbdeedbeac|aabcdbedebdaccbea|deeaccaabdeabdbcb|eabddecabbcbecaad|"
        "deabdbeabebccadca|debebcbddaacbceaa"
    ),
    # 17 players: 32, at least 32
    (0, 3, 1, 6): (
        "cababaddcccbbaddd|dccaadbbacddbacdb|dcbbccbdadbaddaca|cdbacbcddadadbcab|"
        "bcbdadcdbaacdcdba|bbcbcaacaadcddddb"
    ),
    # 17 players: 13, at least 11
    (3, 2, 0, 7): (
        "adebcdbeecdabcaba|dcbabeeacabeddcba|ecaebaddbdebacacb|cbdddcbceaaaabeeb|"
        "bedebbdaccaecaabd|aaabcbcebadedbced|abdcbeabacadbdcee"
    ),
    # 17 players: 32, at least 32
    (3, 2, 0, 8): (
        "adbceceabaddcabeb|cbbcebcdadadeabae|abcdcebeacbaadbed|ededcabbcdeabcbaa|"
        "bbaabdebecceaddac|eddaabbabbaecccde|bcadeeaddbeacabbc|debaadbbeccaceadb"
    ),
    # 17 players: 88, at least 88
    (0, 3, 1, 8): (
        "aaabcdbdcaccdbbdd|bbaddcaadccbbdcda|abcdacabcbdcdadbd|ddcacabdcadbadcbb|"
        "aacababdddbdcbdcc|bcdadccabdacddabb|dcdacabbbddabacdc|adddbbcbdcbdacaac"
    ),
    # 18 players: 6, at least 6
    (0, 2, 2, 4): ("caabcdbbbcddaddcac|ccbcbabdaddddcbcaa|daccbaabdaccdbddbc|dcdacdbdcaccbbadab"),
    # 18 players: 11, at least 8
    (0, 2, 2, 5): (
        "adcdbabdbdbcadcacc|cdaadbaccdbbabddcc|bcadaabaccdccbbddd|dcbddccabcadababdc|"
        "dddacabbaddbccabcc"
    ),
    # 18 players: 2, at least 0
    (2, 3, 0, 6): (
        "cdbabcbcaaadecdeeb|bedccebcbdabeaadca|acdcabcebedeacadbb|daddccbaebcceebaba|"
        "bbcadeeccebaadcdba|decbebaaedacacbbcd"
    ),
    # 18 players: 39, at least 39
    (0, 2, 2, 6): (
        "adadbacdcdbbbadccc|ccdbabcaddbcdacbad|abdcabdabddcccbcda|cbaaddaccdcdbabcbd|"
        "bddbdcccaacacaddbb|acdbbdbdbacdaccadc"
    ),
    # 18 players: 16, at least 15
    (2, 3, 0, 7): (
        "aecceadadcdcbabbeb|beabbdcceeadbaaccd|abcbdcebceaaedbcad|aacecbdecbaeddbcba|"
        "dceabcbeadcbcabdae|dceabaabdbbcecdcea|bbbdeebccadccaedaa"
    ),
    # 18 players: 39, at least 39
    (2, 3, 0, 8): (
        "bcaeabbedabeddaccc|decbaacdbebacebdca|dbeadcaebbcbcaecda|cddbaaeaabdcbccebe|"
        "ebaacacceeddbabcdb|babedaacbecddcaecb|aaeedccabcdcadbbbe|ccaccedbdbbadaeaeb"
    ),
    # 18 players: 103, at least 103
    (0, 2, 2, 8): (
        "cdaddbbdbcccacbaad|cbccdbadbdcadadcba|baaddbbadccabdcdcc|bdcbacdadbaddcabcc|"
        "caddcbdcbbabdccada|cadbcbcbdabcaaddcd|adcabbcddccbcadbda|ddabacccdcdbadbcba"
    ),
    # 19 players: 3, at least 0
    (1, 4, 0, 6): (
        "debbeaacdadcbcacbed|dbcaaecccdebeaadbdb|cccedbadbeaedbcaabd|cbdbcecabdecedabaad|"
        "ebdaddabcbbccecdeaa|bcdbabcbaaddcceeade"
    ),
    # 19 players: 19, at least 18
    (1, 4, 0, 7): (
        "daacbebddedacccaebb|dedccabcecababbadde|dbeedcecabbaadcdabc|dcadecbbdaeeacdbbca|"
        "edacdebdbbaedbaccac|cbedbddeacdcaebabac|ccadaacdaebdcbeebdb"
    ),
    # 19 players: 45, at least 45
    (1, 4, 0, 8): (
        "ceccadddbabdbabceea|baadabdedcbccbaecde|edbbccadeaadcbadbce|cdaeeabdddacbcebbca|"
        "aacdabacebddcebbecd|eacdcbbdceaceddabab|ababcbecaacdbedecdd|dcebaaedabbeccdadbc"
    ),
    # 20 players: 6, at least 1
    (0, 5, 0, 6): (
        "ceaaccbdedbdaedecbba|bdabecedacdaeebcdabc|ddbccadaedecabecbabe|"
        "bdaeaeebeaaddbccccdb|cddaedbeeacbcadcbaeb|ecaecdaabbeebddabcdc"
    ),
    # 20 players: 50, at least 50
    (0, 5, 0, 8): (
        "baedbbadddeeceacaccb|edcebdcbcdeadaeabcba|bbaeddeadcdbeeaaccbc|"
        "edcbbcaacedbaecddbea|ebdacacbecbaeedcabdd|cdbbeaacdbaeedecdcab|"
        "cacebeddadadcbbecbea|addddeaecbbcbebcaeca"
    ),
    # 21 players: 0, at least 0
    (3, 3, 0, 4): (
        "cbfeecddbbcdabafafcea|eaefacadbcfbaefbdcdcb|bdabcdabbeeefcafccafd|daccdcbafbacfedbbfeae"
    ),
    # 21 players: 6, at least 0
    (0, 4, 1, 6): (
        "adceacdbbbdedeeaebcac|cebcedabcacadbeddeabe|adddeabdeacceeacbbebc|"
        "cdeaebcbdeedbcbaeaadc|eceaaaabbcdeecdcbeddb|ccbeadbabedaedbacdcee"
    ),
    # 21 players: 9, at least 6
    (3, 3, 0, 8): (
        "dafaabfbebbcecdccafed|beafaacdbebbafcdccfed|dabdcdecaebefbcfafcba|"
        "deabdcefcaebfdbcfacba|cdeabdbefcaeafdbcfcba|aaabdebbbcfdcccaeffed|"
        "bcddeaabeefccaffdbcba|aecdbfaecdbfaecdbfacb"
    ),
    # 21 players: 62, at least 62
    (0, 4, 1, 8): (
        "adaecededadcbcbbbeeca|accdaaedeeabbdcdbeceb|eeaccddbbcbabeedcadea|"
        "dbaaebcdbdeeeccadceab|cbecbecdeaaceadbebadd|dbaeacaacdecdceebbbde|"
        "dedccbaecedeaaceadbbb|bdedeceabcacdecbadbae"
    ),
    # 22 players: 5, at least 0
    (0, 3, 2, 6): (
        "acdebdacaeeaedebcdcbbd|eedddedccbaaeabcbcdaeb|bdbdacebaebdaacdeecced|"
        "eddbeaabddaccbeaeccdbe|bcabddcdededaccaabebee|dcabcbeebdcaedadbcdeae"
    ),
    # 22 players: 12, at least 9
    (2, 4, 0, 8): (
        "ebabbcacfccdfadeddbafe|cabfbbdecaccbafdeddfae|dabdcdecaebefdbcfafcba|"
        "efabecfdcafbddebcdacba|cefabebfdcafaddebcdcba|bbbcaecccdfadaddbeffea|"
        "bceefaabffdccdaddebcba|afdebcafdebcacfdebcadb"
    ),
    # 22 players: 73, at least 73
    (0, 3, 2, 8): (
        "ecedaedbcbadabdcedbeac|adccdbeccebdedaaebbdae|dcbeecbdaaadeccbeebadd|"
        "bcdabdbaedbecadeeaecdc|beecddeedaeabbdabacccd|badcbcdedaccddeeaebeab|"
        "eeaeddcdbebadcbdbaecca|eebdbaaaebdccdcdaecbed"
    ),
    # 23 players: 15, at least 11
    (1, 5, 0, 8): (
        "acbccdbadfddefbeaeecbfa|dacbccebfdaddcabefeebaf|dabdcdfecafbfedbceaecba|"
        "fdabfcddecadbeefbceacba|cfdabfbddecadaeefbcecba|cccdabdbddefaeaeecbffba|"
        "bcffdaadbddecceaeefbcba|acefbdaccefbdadcefbdaeb"
    ),
    # 24 players: 18, at least 12
    (0, 6, 0, 8): (
        "abdcddecaebeefbcfaffdcba|eabdcddfcaebeedbcfaffcba|deabdcdefcaebefdbcfafcba|"
        "ddeabdceefcaebffdbcfacba|cddeabdbeefcaeaffdbcfcba|dcddeabebeefcafaffdbccba|"
        "bdcddeaaebeefccfaffdbcba|abdfbceaddfbceaedfbceafc"
    ),
    # 25 players: 0, at least 0
    (0, 5, 1, 4): (
        "eeacfcbbfedefbadcfbaaddfc|afcbbaafcbecedfffdebddcae|eadbafdebccfdacbdeffbfeca|"
        "deebdafbcfcbaadaceecfdfbf"
    ),
    # 25 players: 0, at least 0
    (0, 5, 1, 5): (
        "ebbbcceafddaafeddcfbcfafe|dfaedffedeafbecdbcbcbacfa|dafeafcabdebdfffbeebcccda|"
        "abaffecebbcaccfdfbeeafddd|eefcdcffcdadbeabffdbabeac"
    ),
    # 25 players: 2, at least 0
    (0, 5, 1, 6): (
        "dbebccdbeeffdeacfaabcdaff|dbbffeeaefdecdbdafacafcbc|cbceadadedbfbffeebafcfdac|"
        "bfdbecfeafebccefdabaaddcf|deafbefccdfabcbabaedfefdc|ffcafadefbcbbdaeddccbefea"
    ),
    # 25 players: 32, at least 20
    (0, 5, 1, 8): (
        "ccdffafaedebbdeacbfdeacbf|edefbeefdacbaabaffcfcdcbd|facecaabfbbefeedcafdcfddb|"
        "edceefadffafadbebbcadbfcc|dffabacbbeffacdfeeedaccbd|fcbbccfadfbeedaaedacfbdfe|"
        "dcfcdbefecdafbfeedbaaafcb|aebbdfaabdfaefdcfceecdbfc"
    ),
    # 26 players: 0, at least 0
    (0, 4, 2, 4): (
        "bedcababcdcffeefbcadeeaffd|daebaaceefdfbedcffebcfbadc|"
        "dcecbeecdcedebfabfaadaffbf|caabfecfeefbdbdedadffcecab"
    ),
    # 26 players: 0, at least 0
    (0, 4, 2, 5): (
        "ceaadafdcfcedcadefefefbbbb|eccabeeddafffbfcebddacaebf|"
        "edcfabdebbfbddefcefcaaeafc|acfdbeddfbcdfebebcaefaecfa|"
        "cfeffdbefeacdebbaddcbaaecf"
    ),
    # 26 players: 3, at least 0
    (0, 4, 2, 6): (
        "efdfedbeefbbacafbeacafcdcd|daaeffcbccbfeafbeebdadecfd|"
        "abaffdfbedebedaeadffcccceb|aabdbaffdecdaffbececdfbcee|"
        "faedcbaebedfefdfcabeccbfad|aefdcbbdeaafccebeffebfaddc"
    ),
    # 26 players: 40, at least 27
    (0, 4, 2, 8): (
        "aabcfeeebafccedbdbffadfedc|aaccadfabedebceffdebfbdecf|"
        "cfdfdcbebeaceaafdefcafbbed|fefeaefdecddbcebcafcbabafd|"
        "dffbccbbecfefadceaabeddfea|afccbdfeecebdbeedfdffacaba|"
        "eafccadbeddfeefebfbfcdbcaa|faefcecebbfacacdffbdeeaddb"
    ),
    # 28 players: 48, at least 42
    (0, 7, 0, 10): (
        "bbgcefccgabdafaaeddeffgcdbeg|cbdccbfcgdedaafeafgggeedbfba|"
        "dgbgbbfeegcacedafbfafgdcdaec|gdbfeaadgcbgfddagcefbefcceba|"
        "gabcefedafdeebfabdafcgdgcbgc|dcdgcbgbaefgagfdfabcefebdeac|"
        "cafdedfgeeeagbcbddcbaafbggfc|cgddacbadfbacfdagefbceggbefe|"
        "caafebdgdgbbacefgcacedbedffg|ccabdfcafcbgbdgeeebaeadfdfgg"
    ),
    # 30 players: 18, at least 0
    (0, 5, 2, 8): (
        "bcggabaabcdeffdegffecbgcddaegf|dgcfegaffdgcfcefbagebaecgdbadb|"
        "ddegacgbegaccbffaefcfbdagedfbg|aebaefbdfcbcgffbgdaadgcgdgfeec|"
        "gcfdfacgebggccbabbefffeaedddag|fagcbgfgagcbdcdeafbaceffebegdd|"
        "egegbcddabfgebgbdfdfcgcaecfafa|gecaaafdfcbfbgdegacdfbbdgecgfe"
    ),
    # 42 players: 0, at least 0
    (0, 8, 2, 8): (
        "aaecaecjeajjhfbhgcdgifdjbgdhiebgficidbhjfi|"
        "bfdfjhebjgcjchiefjhghdbfedjieigccbadgaaiai|"
        "ahaejdcjidgedegifgcjfbgbbhffajeaiibjhdcihc|"
        "ediahfjdjgeiabjdgdhiegbhaccihcejcgifabffjb|"
        "cibehjbbifacdffgcjdeidhgigbaedghjahfjcieaj|"
        "hbbiaicefjicchgaahgdcijdejijjhbegdgfffdbae|"
        "ihbabghaafcgbebijdccfdjejaieghdfjhijecdfgi|"
        "fbchifigeeebjjdhdcbfcihafjagdhgbgjjaicdiae"
    ),
}
