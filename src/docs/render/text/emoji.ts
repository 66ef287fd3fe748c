/** The names that docs use most, as forges and most generators know them. */
const emoji = new Map(
  "tada 🎉 rocket 🚀 warning ⚠️ bulb 💡 white_check_mark ✅ heavy_check_mark ✔️ x ❌ smile 😄 heart ❤️ sparkles ✨ bug 🐛 memo 📝 fire 🔥 star ⭐ eyes 👀 book 📖 books 📚 construction 🚧 zap ⚡ lock 🔒 unlock 🔓 key 🔑 gear ⚙️ wrench 🔧 hammer 🔨 link 🔗 point_right 👉 point_down 👇 point_up 👆 +1 👍 -1 👎 thumbsup 👍 thumbsdown 👎 wave 👋 pray 🙏 clap 👏 muscle 💪 100 💯 information_source ℹ️ question ❓ exclamation ❗ heavy_exclamation_mark ❗ boom 💥 package 📦 recycle ♻️ art 🎨 lipstick 💄 ambulance 🚑 pencil ✏️ pencil2 ✏️ mag 🔍 bell 🔔 globe_with_meridians 🌐 earth_americas 🌎 computer 💻 iphone 📱 arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ no_entry ⛔ no_entry_sign 🚫 stop_sign 🛑 heavy_plus_sign ➕ heavy_minus_sign ➖ grin 😁 joy 😂 wink 😉 sunglasses 😎 thinking 🤔 relaxed ☺️ smiley 😃 slightly_smiling_face 🙂 laughing 😆 sob 😭 cry 😢 see_no_evil 🙈 snake 🐍 whale 🐳 octocat 🐙 robot 🤖 trophy 🏆 dart 🎯 calendar 📅 clock 🕐 hourglass ⌛ stopwatch ⏱️ email 📧 speech_balloon 💬 chart_with_upwards_trend 📈 clipboard 📋 pushpin 📌 paperclip 📎 mortar_board 🎓 seedling 🌱 coffee ☕ beers 🍻 pizza 🍕 checkered_flag 🏁 triangular_flag_on_post 🚩 heavy_multiplication_x ✖️ ballot_box_with_check ☑️ white_circle ⚪ red_circle 🔴 large_blue_circle 🔵 green_circle 🟢 yellow_circle 🟡"
    .split(" ")
    .reduce((pairs: [string, string][], word, index, words) => {
      const character = words[index + 1];
      if (index % 2 === 0 && character !== undefined) pairs.push([word, character]);
      return pairs;
    }, []),
);

/** The picture that a name between colons stands for; names of others that are surely of emoji leave nothing. */
export function emojiAt(text: string, at: number): { character: string; end: number } | undefined {
  if (/\w/.test(text.charAt(at - 1))) return undefined;
  const name = /^:([a-z0-9_+-]{1,40}):/.exec(text.slice(at, at + 42));
  if (name === null) return undefined;
  const isOther = /^[a-z]+(?:_[a-z]+)+$/.test(name[1] ?? "");
  const character = emoji.get(name[1] ?? "") ?? (isOther ? "" : undefined);
  return character === undefined ? undefined : { character, end: at + name[0].length };
}
