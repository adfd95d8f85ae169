import { expect, test } from 'vitest'
import { shortenName } from './shortenName.ts'

test('[ROOM-179] a long file name is cut in the middle and keeps its beginning, its end and its extension', () => {
	const whole = ['季度汇报.pdf', '季度汇报-最终版-修改-第三稿（韩梅梅）.pdf', `${'a'.repeat(44)}.pdf`]
	for (const name of whole) expect(shortenName(name)).toBe(name)
	expect(shortenName(`${'季度汇报'.repeat(10)}-终稿-2026.pdf`)).toBe('季度汇报季度汇报季度汇报季度汇…报-终稿-2026.pdf')
	expect(shortenName(`${'a'.repeat(60)}-v2.xlsx`)).toBe(`${'a'.repeat(30)}…${'a'.repeat(9)}-v2.xlsx`)
	// Signs of several code points stay whole.
	expect(shortenName(`${'👩‍💻'.repeat(40)}.md`)).toBe(`${'👩‍💻'.repeat(16)}…${'👩‍💻'.repeat(6)}.md`)
})
