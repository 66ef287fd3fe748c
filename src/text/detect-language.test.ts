import { describe, expect, test } from "vitest";
import { detectLanguage } from "./detect-language.ts";

const pages: [string, string][] = [
  ["en", "The server reads its settings from the environment when it starts."],
  ["de", "Der Server liest seine Einstellungen beim Start aus der Umgebung."],
  ["fr", "Le serveur lit ses paramètres dans l'environnement au démarrage."],
  ["es", "El servidor lee su configuración del entorno cuando arranca."],
  ["pt", "O servidor lê as suas configurações do ambiente quando não está parado."],
  ["it", "Il server legge le impostazioni dall'ambiente quando viene avviato."],
  ["nl", "De server leest zijn instellingen uit de omgeving wanneer hij start."],
  ["sv", "Servern läser sina inställningar från miljön när den startar."],
  ["da", "Serveren læser sine indstillinger fra miljøet, når den bliver startet af dig."],
  ["no", "Serveren leser innstillingene sine fra miljøet når den blir startet av deg."],
  ["fi", "Palvelin lukee asetuksensa ympäristöstä, kun se käynnistyy."],
  ["pl", "Serwer czyta swoje ustawienia ze środowiska, gdy jest uruchamiany."],
  ["cs", "Server čte svá nastavení z prostředí, když se spouští."],
  ["tr", "Sunucu başlarken ayarlarını ortamdan okur ve bunun için dosya gerekmez."],
  ["ru", "Сервер читает свои настройки из окружения при запуске."],
  ["uk", "Сервер читає свої налаштування із середовища під час запуску."],
  ["zh", "服务器启动时从环境中读取设置。"],
  ["ja", "サーバーは起動時に環境から設定を読み込みます。"],
  ["ko", "서버는 시작할 때 환경에서 설정을 읽습니다."],
  ["th", "เซิร์ฟเวอร์อ่านการตั้งค่าจากสภาพแวดล้อม"],
  ["other", "يقرأ الخادم إعداداته من البيئة عند بدء التشغيل."],
  ["other", "सर्वर शुरू होने पर अपनी सेटिंग पढ़ता है।"],
  ["other", "Serverul citește setările din mediu atunci când este pornit, pentru că așa trebuie."],
  ["other", "Сървърът чете настройките си от средата, която му се дава при стартиране."],
];

test.each(pages)("%s: %s", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

describe("short texts", () => {
  test.each([
    ["de", "Wie installiere ich das?"],
    ["de", "was kostet das"],
    ["fr", "réinitialiser le mot de passe"],
    ["es", "¿Cómo lo instalo?"],
    ["nl", "hoe installeer ik"],
    ["zh", "NASUWT是什么？"],
    ["en", "comment syntax"],
    ["en", "die process"],
    ["en", "sin cos tan"],
    ["en", "What does 設定 mean?"],
    ["en", "Konfiguration"],
    ["en", "déjà vu"],
    ["en", ""],
    ["en", "12 + 30 = 42 ✓"],
  ])("%s: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

describe("code", () => {
  const german = "Der Schlüssel steht in der Datei.";

  test("a block of code does not count", () => {
    const code = "// the value of this is not what you want if it is the one for you\n".repeat(20);
    expect(detectLanguage(`${german}\n\`\`\`js\n${code}\`\`\`\n`)).toBe("de");
  });

  test("code in a line, identifiers and addresses do not count", () => {
    const words =
      "`the one for you` docs.json /the/of/and https://is.it/not/the?for=you thisIsNotThe";
    expect(detectLanguage(`${german} ${words} ${words}`)).toBe("de");
    expect(detectLanguage("DIE_UND_DER `der die das und` der/die/das derDieUnd")).toBe("en");
  });
});

describe("a hint", () => {
  test("decides where the text says nothing", () => {
    expect(detectLanguage("Installation", "de")).toBe("de");
    expect(detectLanguage("Docker API", "pt-br")).toBe("pt");
    expect(detectLanguage("```\nthe\n```", "fr")).toBe("fr");
    expect(detectLanguage("設定方法", "ja")).toBe("ja");
    expect(detectLanguage("設定方法", "zh-TW")).toBe("zh");
  });

  test("decides between two languages that are alike", () => {
    const text = "Den skal være i mappen.";
    expect(detectLanguage(text, "da")).toBe("da");
    expect(detectLanguage(text, "nb")).toBe("no");
  });

  test("does not make an untranslated page German", () => {
    const text = "The server reads its settings from the environment when it starts.";
    expect(detectLanguage(text, "de")).toBe("en");
    expect(detectLanguage(text, "ru")).toBe("en");
    expect(detectLanguage("Сервер читает свои настройки.", "de")).toBe("ru");
  });

  test("that names no language is ignored", () => {
    expect(detectLanguage("Wie geht das mit dem Schlüssel?", "latest")).toBe("de");
    expect(detectLanguage("Settings", "../../etc")).toBe("en");
  });
});

test("hostile text is read to a bound", () => {
  for (const piece of [
    "`",
    "<",
    "[](",
    "{",
    "a://",
    "'",
    "\u0301",
    "der ",
    "```\n",
    "設",
    "a.b",
    "!",
    "-",
  ]) {
    expect(typeof detectLanguage(piece.repeat(300_000))).toBe("string");
    expect(typeof detectLanguage(`a${piece.repeat(19_000)}a`)).toBe("string");
  }
});
