import { open } from "../../traits/fields.ts";

export const tiers = ["starter", "professional", "enterprise"] as const;

/** Only a user's membership_tier lists its values; the fields called tier are plain strings (document 2, Resources). */
export const tier = () => open(...tiers);
