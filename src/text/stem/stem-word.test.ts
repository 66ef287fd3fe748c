import { describe, expect, test } from "vitest";
import { type Language, languages } from "../language.ts";
import { stemWord } from "./stem-word.ts";

const families: [Language, string][] = [
  ["de", "haus hauses häuser häusern"],
  ["de", "größe größen grosse groesse"],
  ["de", "einstellung einstellungen einstellen"],
  ["de", "benutzer benutzern benutzers benutzerin"],
  ["de", "system systeme systemen"],
  ["de", "problem probleme"],
  ["de", "konfigurieren konfiguriert konfigurierte"],
  ["de", "schlüssel schluessel schlüsseln"],
  ["de", "neu neue neuer neuen"],
  ["de", "möglich möglichkeit möglichkeiten"],
  ["de", "verwenden verwendet verwendung"],
  ["fr", "configuration configurations configurer configuré configurée"],
  ["fr", "utilisateur utilisateurs utilisatrice"],
  ["fr", "fichier fichiers"],
  ["fr", "général générale généraux"],
  ["fr", "copie copier copies"],
  ["fr", "paramètre paramètres parametre"],
  ["es", "nacional nacionalidad nacionales"],
  ["es", "configuración configuraciones configurar configurado configuracion"],
  ["es", "usuario usuarios usuaria"],
  ["es", "copia copias copiar"],
  ["pt", "configuração configurações configurar configurado"],
  ["pt", "possível possíveis"],
  ["pt", "imagem imagens"],
  ["it", "configurazione configurazioni configurare configurato"],
  ["it", "chiave chiavi"],
  ["it", "banca banche"],
  ["nl", "huis huizen"],
  ["nl", "naam namen"],
  ["nl", "mogelijk mogelijkheid mogelijkheden"],
  ["nl", "instelling instellingen"],
  ["sv", "användare användaren användarna användares"],
  ["sv", "område områden området"],
  ["sv", "dokument dokumentet dokumenten"],
  ["da", "bruger brugere brugeren brugerne"],
  ["da", "mulig muligt mulighed muligheder"],
  ["no", "bruker brukere brukeren brukerne"],
  ["no", "innstilling innstillinger innstillingene"],
  ["fi", "käyttäjä käyttäjät käyttäjän käyttäjälle käyttäjien"],
  ["fi", "talo talossa talot taloja talon"],
  ["fi", "suomalainen suomalaisen suomalaiset"],
  ["pl", "użytkownik użytkownika użytkownicy użytkowników"],
  ["pl", "ustawienie ustawienia ustawień ustawieniach"],
  ["pl", "serwer serwera serwerze serwery"],
  ["cs", "soubor soubory souboru souborů"],
  ["cs", "jazyk jazyka jazyce jazyky"],
  ["tr", "kullanıcı kullanıcılar kullanıcının kullanicilar"],
  ["ru", "настройка настройки настройку настройками"],
  ["ru", "пользователь пользователя пользователи пользователями"],
  ["ru", "полёт полет полёта"],
  ["uk", "користувач користувача користувачі користувачів"],
  ["uk", "можливість можливості можливостей"],
  ["other", "configurația configurației configurații"],
  ["other", "ρυθμίσεις ρυθμισεων"],
];

test.each(families)("%s: %s are one word", (language, family) => {
  const stems = family.split(" ").map((word) => stemWord(word, language));
  expect(new Set(stems).size).toBe(1);
});

const strangers: [Language, string][] = [
  ["de", "datei datum daten"],
  ["de", "internet intern"],
  ["de", "haus hase"],
  ["fr", "page pays"],
  ["fr", "document doux"],
  ["es", "clave clase claro"],
  ["es", "casa cosa"],
  ["pt", "chave chapa"],
  ["it", "pagina pagare"],
  ["nl", "naam noemen"],
  ["nl", "sleutel slot"],
  ["sv", "fil fel"],
  ["da", "fil fejl"],
  ["no", "nøkkel nok"],
  ["fi", "talo tieto"],
  ["pl", "plik plan"],
  ["cs", "soubor souhlas"],
  ["tr", "dosya dost"],
  ["ru", "ключ клиент"],
  ["ru", "настройка настроение"],
  ["uk", "файл файно"],
];

test.each(strangers)("%s: %s stay apart", (language, words) => {
  const all = words.split(" ");
  expect(new Set(all.map((word) => stemWord(word, language))).size).toBe(all.length);
});

describe("words of another kind", () => {
  test("English is cut in a language without rules for a-z", () => {
    for (const language of ["ru", "zh", "ja", "ko", "th"] as const) {
      expect(stemWord("settings", language)).toBe("set");
    }
  });

  test("text in pairs of characters stays as it is", () => {
    for (const language of languages) expect(stemWord("設定", language)).toBe("設定");
    expect(stemWord("が", "ja")).toBe("が");
  });

  test("identifiers are compared without their joints, those with a number as they are", () => {
    for (const language of languages) {
      for (const word of ["docs.json", "x-thread-ids", "page_sizes"])
        expect(stemWord(word, language)).toBe(stemWord(word.replace(/[-_.]/g, ""), language));
      for (const word of ["v12", "v1.2", "utf-8"]) expect(stemWord(word, language)).toBe(word);
    }
  });
});

describe("hostile words", () => {
  const pieces = [
    "a",
    "e",
    "ie",
    "en",
    "ung",
    "ss",
    "ä",
    "ß",
    "ñ",
    "ø",
    "и",
    "ость",
    "ї",
    "7",
    "'",
  ];
  const hostile = [
    "",
    "-",
    "\u0301",
    "\ud800",
    "aж設",
    "𠮷",
    ..."bcdfghjklmnpqrstvwxyz",
    ...pieces.flatMap((piece) => [1, 2, 3, 7, 40, 50_000].map((count) => piece.repeat(count))),
    ...pieces.flatMap((left) => pieces.map((right) => (left + right).repeat(6))),
  ];

  test.each(languages)("%s: no word is lost or grows without bound", (language) => {
    for (const word of hostile) {
      const stemmed = stemWord(word, language);
      expect(stemmed.length).toBeLessThanOrEqual(word.length * 2 + 1);
      if (/[a-zа-я]/.test(word)) expect(stemmed).not.toBe("");
    }
  });

  test.each(languages)("%s: a stem is not cut away by cutting again and again", (language) => {
    for (const [, family] of families) {
      let word = family.split(" ")[0] ?? "";
      for (let round = 0; round < 20; round += 1) word = stemWord(word, language);
      expect(word.length).toBeGreaterThanOrEqual(2);
    }
  });
});
