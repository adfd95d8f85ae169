/** Two lines on a phone, counting Chinese and other wide signs as two. */
const maxWidth = 48
/** Characters kept at the end, without the extension: versions and dates stand there. */
const endWidth = 12

const wide =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uffef]/u
const widthOf = (sign: string): number => (wide.test(sign) ? 2 : 1)
// Firefox before 125 has no segmenter.
const signsOf = (text: string): string[] =>
	'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]

/** Returns as many signs from the start as fit. */
function takeWidth(signs: readonly string[], width: number): string[] {
	let left = width
	const end = signs.findIndex(sign => {
		left -= widthOf(sign)
		return left < 0
	})
	return signs.slice(0, end < 0 ? signs.length : end)
}

/** Returns a file name whose middle is cut where it is too long: its end says what the file is. */
export function shortenName(name: string): string {
	const signs = signsOf(name)
	if (signs.reduce((width, sign) => width + widthOf(sign), 0) <= maxWidth) return name
	const extension = name.slice(name.lastIndexOf('.'))
	const stem = signsOf(name.slice(0, -extension.length))
	const end = takeWidth(stem.toReversed(), endWidth).reverse().join('')
	const start = takeWidth(stem, maxWidth - endWidth - extension.length - 1).join('')
	return `${start}…${end}${extension}`
}
