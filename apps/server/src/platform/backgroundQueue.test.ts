import { expect, test } from 'vitest'
import { createBackgroundQueue } from './backgroundQueue.ts'

interface Entry {
	text: string
}

/** A queue on a database that can be away, and that refuses some texts as PostgreSQL does. */
function setUp(batchSize: number) {
	const written: string[] = []
	const warnings: { fields: object; text: string }[] = []
	const database = { isAway: false, onWrite: (): void => undefined }
	const queue = createBackgroundQueue<Entry>({
		async write(entries) {
			await undefined
			database.onWrite()
			if (database.isAway) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
			const refused = entries.find(({ text }) => text.includes('\0'))
			if (refused) throw Object.assign(new Error(`invalid: ${refused.text}`), { code: '22021', detail: refused.text })
			written.push(...entries.map(({ text }) => text))
		},
		batchSize,
		what: 'things',
		log: { warn: (fields: object, text: string) => void warnings.push({ fields, text }) } as never,
	})
	return { ...queue, written, warnings, database }
}

test.for([1, 100])(
	'[ROOM-165] an entry that the database refuses does not hold up those behind it (%i at once)',
	async batchSize => {
		const { add, flush, written, warnings } = setUp(batchSize)
		for (const text of ['first', 'Robert\0', 'second', 'third']) add({ text })
		await flush()
		await flush()
		expect(written).toEqual(['first', 'second', 'third'])
		expect(warnings).toHaveLength(1)
		expect(JSON.stringify(warnings)).not.toContain('Robert')
		add({ text: 'fourth' })
		await flush()
		expect(written.at(-1)).toBe('fourth')
	},
)

test('[ROOM-165] while the database is away nothing is dropped, and everything is written once it is back', async () => {
	const { add, flush, written, database } = setUp(2)
	database.isAway = true
	for (const text of ['a', 'b', 'c']) add({ text })
	await flush()
	database.isAway = false
	expect(written).toEqual([])
	await flush()
	expect(written).toEqual(['a', 'b', 'c'])
})

test('[ROOM-165] at most ten thousand entries wait, and the oldest are given up, even during a write', async () => {
	const { add, flush, written, database } = setUp(100)
	database.isAway = true
	add({ text: '0' })
	await flush()
	let isFirst = true
	database.onWrite = () => {
		database.isAway = false
		if (!isFirst) return
		isFirst = false
		for (let n = 1; n <= 10_050; n++) add({ text: String(n) })
	}
	await flush()
	// The first write had "0" with it, which was given up only while it was written.
	expect(written).toHaveLength(10_001)
	expect(written.at(0)).toBe('0')
	expect(written.at(1)).toBe('51')
	expect(written.at(-1)).toBe('10050')
})
