import type { GroupSettings } from '@parley/im'

/** Settings of a new group: what nobody decided is empty, or off. */
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
