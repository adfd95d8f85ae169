const shown = 10

/**
 * The files whose tests take longest, one a line, the slowest first. A file may be given in parts.
 * @param {{ name: string, ms: number }[]} files
 */
export function formatSlowest(files) {
	const totals = new Map()
	for (const { name, ms } of files) totals.set(name, (totals.get(name) ?? 0) + ms)
	return [...totals]
		.sort(([, one], [, other]) => other - one)
		.slice(0, shown)
		.map(([name, ms]) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`)
		.join('\n')
}
