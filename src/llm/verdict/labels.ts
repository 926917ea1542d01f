/** The words that announce a verdict: "Final answer:", "is_met", "Antwort". */

const LABELS = new Set(
  (
    'answer|answers|verdict|judgement|judgment|decision|conclusion|result|ruling|determination|assessment|evaluation|outcome|finding|' +
    'decide|revised|corrected|criterion|requirement|check|question|edit|update|revision|rating|grade|score|status|label|choice|ans|met|pass|passed|passes|satisfied|satisfies|fulfilled|fulfills|meets|compliant|complies|correction|overall|final|tldr|' +
    'antwort|urteil|ergebnis|fazit|bewertung|entscheidung|schlussfolgerung|erfüllt|réponse|reponse|jugement|décision|résultat|verdicto|' +
    'respuesta|veredicto|conclusión|resultado|decisión|risposta|verdetto|conclusione|giudizio|risultato|esito|decisione|resposta|' +
    'veredito|conclusão|decisão|antwoord|oordeel|eindoordeel|conclusie|resultaat|beslissing|odpowiedź|werdykt|wniosek|wynik|decyzja|' +
    'ответ|вердикт|вывод|заключение|итог|решение|результат|відповідь|вердикт|висновок|svar|slutsats|bedömning|konklusion|konklusjon|' +
    'vurdering|vastaus|päätös|odpověď|verdikt|závěr|odpoveď|cevap|yanıt|karar|sonuç|válasz|răspuns|concluzie|απάντηση|συμπέρασμα|' +
    'jawaban|kesimpulan|答案|回答|答え|判断|判定|结论|結論|结果|結果|裁决|裁定|답변|답|판정|결론|결과|الإجابة|الجواب|الحكم|النتيجة|' +
    'उत्तर|निर्णय|निष्कर्ष|תשובה|מסקנה|คำตอบ|پاسخ|نتیجه|جواب|উত্তর|பதில்|సమాధానం|პასუხი|պատասխան|одговор|отговор|odgovor|rozhodnutí|rozhodnutie|hodnotenie|vastus|otsus|atsakymas|atbilde|ocena|hodnocení|bewertungsergebnis|urteil'
  ).split('|'),
);

/** Further words that a label may have around its noun and still announce the judge's own, last word. */
const FINAL = new Set(
  'final|finally|overall|new|actual|edit|update|revision|amended|concluding|revised|corrected|updated|correction|endgültige|endgültiges|finale|définitive|definitiva|definitivo|окончательный|итоговый|最终|最終|최종|ostateczna|slutgiltigt|eindelijke|finaal'.split(
    '|',
  ),
);
const FILLER = new Set(
  (
    'my|the|own|right|correct|only|possible|proper|appropriate|clear|resulting|one|single|best|there|therefore|as|such|now|short|formal|official|binary|so|thus|therefore|hence|and|is|it|this|that|criterion|requirement|condition|question|item|' +
    'to|for|of|on|result|value|text|response|judge|judges|whole|entire|does|has|been|was|fully|all|here|honest|am|' +
    'die|der|das|meine|mein|la|le|el|il|o|a|ma|mi|mia|mein|minha|de|het|mijn|мой|我的|私の|の|判断|结果|答案'
  ).split('|'),
);

export interface Label {
  /** "Final", "revised": it outranks those before. */
  readonly final: boolean;
  /** "Criterion 2": one of several. */
  readonly numbered: boolean;
}

export type ReadLabel = (name: string) => Label | null;

/** Reads a label from its words, or a field's name in any case style; null where it announces no verdict. */
export function readLabel(name: string): Label | null {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/^(最终|最終|최종)\s*(?=\S)/u, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  // "Q: … A: …"
  if (name.trim() === 'A') return { final: false, numbered: false };
  if (!words.some(isLabelWord)) return null;
  const isOneOfMore = /^(?:the )?(?:criterion|requirement|condition|question|item) [a-z]$/iu.test(
    name.trim(),
  );
  const isNumber = (word: string) => /^(?:[qc]?\d{1,3})$/u.test(word);
  if (!words.every((word) => isLabelWord(word) || FINAL.has(word) || FILLER.has(word) || isNumber(word)))
    return null;
  return { final: words.some((word) => FINAL.has(word)), numbered: isOneOfMore || words.some(isNumber) };
}

/** Those that judges mistype, having written them a thousand times. */
const OFTEN_TYPED = ['answer', 'verdict', 'judgement', 'decision', 'conclusion', 'result'];

function isLabelWord(word: string): boolean {
  return LABELS.has(word) || OFTEN_TYPED.some((label) => isSlip(word, label));
}

/** One letter too few, too many or wrong, or two in the wrong order; the first one is right. */
function isSlip(typed: string, meant: string): boolean {
  if (!typed.startsWith(meant.slice(0, 1)) || Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start++;
  const [typedRest, meantRest] = [typed.slice(start), meant.slice(start)];
  return (
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest.slice(1) ||
    (typedRest.startsWith(meantRest.slice(1, 2)) &&
      meantRest.startsWith(typedRest.slice(1, 2)) &&
      typedRest.slice(2) === meantRest.slice(2))
  );
}
