/** Finds the first refused word of a text, or nothing. */
export type FindWord = (text: string) => string | undefined

/**
 * Normalises a text for comparison: case, full and half width, invisible characters and the width of spaces are
 * ignored.
 */
export const comparableText = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
		.replace(/\s+/g, ' ')
		.trim()

const letterOrDigit = /[\p{L}\p{N}]/u
const writtenWithoutSpaces =
	/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

/** For each UTF-16 unit, whether its script has spaces between words; filled on demand. */
const hasBorders = new Map<number, boolean>()

function isBordered(unit: number): boolean {
	const known = hasBorders.get(unit)
	if (known !== undefined) return known
	const character = String.fromCharCode(unit)
	const bordered = letterOrDigit.test(character) && !writtenWithoutSpaces.test(character)
	hasBorders.set(unit, bordered)
	return bordered
}

/** Returns whether this position is a word boundary: one of its sides is not a letter, or belongs to a script without spaces. */
const isBorder = (text: string, position: number): boolean =>
	position === 0 ||
	position === text.length ||
	!isBordered(text.charCodeAt(position - 1)) ||
	!isBordered(text.charCodeAt(position))

/** The root of the tree. */
const root = 0
/** Number of UTF-16 units; an edge is found by `node * unitCount + unit`. */
const unitCount = 65_536

/** The words as a trie with failure links (Aho–Corasick): a text is read once, however many words exist. */
function buildTree(words: readonly string[]) {
	const edges = new Map<number, number>()
	/** Failure link: the longest suffix of the text read that is also a prefix of a word. */
	const links = [root]
	const wordEnds: (string | undefined)[] = [undefined]
	/** The nearest node along the links where a word ends. */
	const nextEnds = [root]

	const byDepth: { parent: number; unit: number; node: number }[][] = []
	for (const word of words) {
		let node = root
		for (let depth = 0; depth < word.length; depth++) {
			const unit = word.charCodeAt(depth)
			const edge = node * unitCount + unit
			let child = edges.get(edge)
			if (child === undefined) {
				child = wordEnds.push(undefined) - 1
				edges.set(edge, child)
				byDepth[depth] ??= []
				byDepth[depth]?.push({ parent: node, unit, node: child })
			}
			node = child
		}
		wordEnds[node] = word
	}

	function step(from: number, unit: number): number {
		let node = from
		for (;;) {
			const child = edges.get(node * unitCount + unit)
			if (child !== undefined) return child
			if (node === root) return root
			node = links[node] ?? root
		}
	}

	// Links lead to smaller depths, which are complete by then.
	for (const { parent, unit, node } of byDepth.flat()) {
		const link = parent === root ? root : step(links[parent] ?? root, unit)
		links[node] = link
		nextEnds[node] = wordEnds[link] === undefined ? (nextEnds[link] ?? root) : link
	}
	return { step, wordEnds, nextEnds }
}

/**
 * A filter for a list of words. A word of letters or digits only matches as a whole word: `ass` does not match `class`.
 * In scripts written without spaces, such as Chinese, it matches anywhere.
 */
export function createFindWord(words: readonly string[]): FindWord {
	const comparable = words.map(comparableText).filter(word => word !== '')
	if (comparable.length === 0) return () => undefined
	const { step, wordEnds, nextEnds } = buildTree(comparable)

	return text => {
		const read = comparableText(text)
		let node = root
		for (let index = 0; index < read.length; index++) {
			node = step(node, read.charCodeAt(index))
			let end = wordEnds[node] === undefined ? (nextEnds[node] ?? root) : node
			for (; end !== root; end = nextEnds[end] ?? root) {
				const word = wordEnds[end] ?? ''
				if (isBorder(read, index + 1) && isBorder(read, index + 1 - word.length)) return word
			}
		}
		return undefined
	}
}
