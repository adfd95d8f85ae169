/** Formats rows as aligned columns; Chinese characters are two columns wide. */
export function table(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => widthOf(row[column] ?? ''))))
	return rows.map(row =>
		row
			.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
			.join('  ')
			.trimEnd(),
	)
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/
const widthOf = (text: string) => Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
