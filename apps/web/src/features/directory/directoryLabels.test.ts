import { expect, test } from 'vitest'
import { selectionLabel } from './directoryLabels.ts'

const nothing = { departments: new Map(), people: new Map() } as unknown as Parameters<typeof selectionLabel>[0]

test('[CREATE-22] [MEMB-06] nothing chosen is the whole company, unless somebody has to be chosen', () => {
	expect([selectionLabel(nothing, false), selectionLabel(nothing, true)]).toEqual(['企业全员', '尚未选择'])
})
