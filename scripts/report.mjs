import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './process.mjs'

const readme = join(root, 'bench/README.md')

/** The current day, for the measurements made on it. */
export const today = () => new Date().toISOString().slice(0, 10)

/** Date and machine of a measurement. */
export function machineLabel() {
	const model = cpus()[0]?.model.trim() ?? 'unknown processor'
	const memory = Math.round(totalmem() / 2 ** 30)
	return `${today()} · ${cpus().length} × ${model}, ${memory} GiB, ${process.platform}`
}

/**
 * A table in Markdown, with the columns of all rows.
 * @param {Record<string, string | number>[]} rows
 */
export function formatRows(rows) {
	const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
	const line = cells => `| ${cells.join(' | ')} |`
	return [
		line(columns),
		line(columns.map(() => '---')),
		...rows.map(row => line(columns.map(key => row[key] ?? ''))),
	].join('\n')
}

/**
 * Returns the rows of the first table in a section of a page, bench/README.md by default; none if the section does not
 * exist.
 * @returns {Record<string, string>[]}
 */
export function readRows(id, path = readme) {
	const [, section = ''] = readFileSync(path, 'utf8').split(`<!-- ${id} -->`)
	const [text = ''] = section.split(`<!-- /${id} -->`)
	const cellsOf = line =>
		line
			.slice(1, -1)
			.split('|')
			.map(cell => cell.trim())
	const [columns = [], , ...rows] = text
		.split('\n')
		.filter(line => line.startsWith('|'))
		.map(cellsOf)
	return rows.map(cells => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])))
}

/** Writes a section of a page, of bench/README.md by default, in place of the one with this id. */
export function replaceSection(id, text, path = readme) {
	const [open, close] = [`<!-- ${id} -->`, `<!-- /${id} -->`]
	const page = readFileSync(path, 'utf8')
	const section = `${open}\n\n${text}\n\n${close}`
	const from = page.indexOf(open)
	const to = page.indexOf(close)
	writeFileSync(
		path,
		from === -1 ? `${page.trimEnd()}\n\n${section}\n` : page.slice(0, from) + section + page.slice(to + close.length),
	)
}
