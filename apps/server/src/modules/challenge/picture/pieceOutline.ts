/** Side of the square in the middle of a piece and size of its knobs, in pixels. */
const side = 38
const knob = { neck: 5, radius: 7.5 }
const rimWidth = 1.5
const reach = rimWidth + knob.radius + Math.sqrt(knob.radius ** 2 - knob.neck ** 2)

/** Width and height of a piece including a knob on every side. */
export const pieceSize = Math.ceil(side + 2 * reach)

/** Edges clockwise from the top: knob outwards, knob inwards, or straight. */
export type Edges = readonly [Edge, Edge, Edge, Edge]
type Edge = 'out' | 'in' | 'plain'

/** Random edges, at most two of them plain, other than `excluded`. */
export function randomEdges(random: () => number, excluded?: Edges): Edges {
	const kinds: readonly Edge[] = ['out', 'in', 'plain']
	const any = (): Edge => kinds[Math.floor(random() * kinds.length)] ?? 'out'
	for (;;) {
		const edges: Edges = [any(), any(), any(), any()]
		const plain = edges.filter(edge => edge === 'plain').length
		if (plain < 3 && edges.join() !== excluded?.join()) return edges
	}
}

/** SVG path of a piece in a box at 0,0. */
export function pieceOutlinePath(edges: Edges): string {
	const half = (side - 2 * knob.neck) / 2
	const turns = [
		[1, 0],
		[0, 1],
		[-1, 0],
		[0, -1],
	] as const
	const lines = turns.map(([dx, dy], i) => {
		const line = (length: number) => `l${dx * length} ${dy * length}`
		const edge = edges[i]
		if (edge === 'plain') return line(side)
		const arc = `a${knob.radius} ${knob.radius} 0 1 ${edge === 'out' ? 1 : 0} ${dx * 2 * knob.neck} ${dy * 2 * knob.neck}`
		return `${line(half)}${arc}${line(half)}`
	})
	return `M${reach} ${reach}${lines.join('')}z`
}
