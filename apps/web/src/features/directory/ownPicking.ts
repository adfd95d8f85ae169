import { Attendees } from '@parley/api'
import * as v from 'valibot'
import { callApi } from '../../api/index.ts'
import { readTabValue, storage } from '../../storage/index.ts'
import { callsFor } from './calls.ts'
import { attendeesOf, createPicking, type Picking, selectionOf } from './picking.ts'
import type { Selection } from './selection.ts'

/** Whose picking it is: the one before is not taken on by somebody else, or for another draft. */
export interface PickingOf {
	from: string
	who: string
	isOa: boolean
}

let current: { key: string; picking: Picking } | undefined

const tabKey = ({ from }: PickingOf) => `pickedMembers.${from}`
const keyOf = ({ from, who, isOa }: PickingOf) => [from, who, isOa].join(' ')

/** What is being chosen for a draft; begins with whom the draft invites, and outlives a reload. */
export function pickingFor(of: PickingOf, invited: () => Attendees): Picking {
	const key = keyOf(of)
	if (current?.key === key) return current.picking
	const picking = createPicking(kept(of) ?? selectionOf(invited()), {
		async peopleOf(departmentNumber) {
			const answer = await callApi(callsFor(of.isOa).people, { departmentNumber }, { quiet: true, handles401: true })
			return answer.ok ? answer.value : undefined
		},
		keep: selection => keep(of, selection),
	})
	current = { key, picking }
	return picking
}

/** Whoever comes next begins with the draft again. */
export function forgetPicking(of: PickingOf): void {
	if (current?.key === keyOf(of)) current = undefined
	storage.writeTabText(tabKey(of), undefined)
}

const Kept = v.object({ of: v.string(), attendees: Attendees.schema })

const keep = (of: PickingOf, selection: Selection): void =>
	storage.writeTabText(
		tabKey(of),
		JSON.stringify({ of: keyOf(of), attendees: Attendees.encode(attendeesOf(selection)) }),
	)

function kept(of: PickingOf): Selection | undefined {
	const found = readTabValue(tabKey(of), Kept)
	return found?.of === keyOf(of) ? selectionOf(Attendees.decode(found.attendees)) : undefined
}
