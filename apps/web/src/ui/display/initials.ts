const han = /\p{Script=Han}/u
const letter = /[\p{L}\p{N}]/u
const tints = 8

const first = (word: string) => [...word].find(char => letter.test(char)) ?? ''

/**
 * At most two letters for a name. A Chinese name gives its last two characters, 韩梅梅 is 梅梅;
 * other names give the first letters of the first and the last word.
 */
export function getInitials(name: string): string {
	const chinese = [...name].filter(char => han.test(char))
	if (chinese.length > 0) return chinese.slice(-2).join('')
	const words = name.split(/[\s._@-]+/).filter(word => first(word))
	const [head = '', ...others] = words
	return (first(head) + first(others.at(-1) ?? '')).toUpperCase()
}

/** The same name always has the same tint, 0 to 7. */
export function getTint(name: string): number {
	let hash = 2166136261
	for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
	return (hash >>> 0) % tints
}
