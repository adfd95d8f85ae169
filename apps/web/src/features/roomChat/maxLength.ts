/** Longest message, in characters: that of messaging (CHAT-01), which the panel knows without loading messaging. */
export const maxLength = 255
