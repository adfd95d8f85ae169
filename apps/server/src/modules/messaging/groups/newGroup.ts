import { GroupId, type GroupSettings } from '@parley/im'
import * as v from 'valibot'
import type { Ids } from '../../../platform/ids.ts'

/** Creates ids of groups and chat rooms; older ones begin with `g_`, and no code reads the prefix. */
export const newGroupId = (ids: Pick<Ids, 'row'>): GroupId => v.parse(GroupId, ids.row('group'))

/** Settings of a new group: undecided ones are empty or off. */
export const newGroupSettings = (
	decided: Pick<GroupSettings, 'name' | 'mucType' | 'owner'> & Partial<GroupSettings>,
): GroupSettings => ({
	introduction: '',
	imgUrl: '',
	announcement: '',
	silenceAll: false,
	slowModeS: 0,
	...decided,
})
