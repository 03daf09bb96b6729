import type { Resource, Row } from "../../api.ts";
import { undocumented } from "../../traits/fields.ts";
import { pick, rows, sampleId } from "../../traits/samples.ts";

const people = [
  ["mira.codes", "Mira Petrova", "Compilers and coffee."],
  ["tobi", "Tobi Adeyemi", "Maps, trains, long walks."],
  ["studio.lune", "Studio Lune", "Small prints, big feelings."],
  ["kenji_w", "Kenji Watanabe", "Synths and soldering."],
  ["greta", "Greta Holm", "Field notes from the north."],
] as const;

const userRow = (n: number): Row => {
  const [username, name, bio] = pick(people, n);
  return {
    id: sampleId("user_", n),
    username: `@${username}${n}`,
    email: `${username}${n}@example.com`,
    display_name: name,
    bio,
    avatar_url: n % 3 === 0 ? null : `https://avatars.example.com/${n}.png`,
  };
};

const texts = [
  "Shipped the new release notes page. #buildinpublic",
  "Rain on the tent all night, worth it. #hiking",
  "First print run is dry. #printmaking",
  "Patch of the day: two oscillators, one spring reverb. #synth",
] as const;

const postRow = (n: number): Row => ({
  id: sampleId("post_", n),
  content: pick(texts, n),
  visibility: "public",
  media: n % 4 === 0 ? [{ type: "image", url: `https://media.example.com/${n}.jpg` }] : [],
});

export const resources = {
  users: {
    title: "Social user",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: rows(44, userRow),
  },
  posts: {
    title: "Social post",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: rows(48, postRow),
  },
} satisfies Record<string, Resource>;
