import { recording, recordingMediaPath } from '@parley/api'
import { ok } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import { mediaFiles } from './playlist.ts'
import type { Recordings } from './service.ts'

export const recordingHttp = (recordings: Pick<Recordings, 'list' | 'open' | 'remove'>): CallHandlers =>
	handlers(recording, {
		list: async ({ id }, { member }) => ok(await recordings.list(member, id)),
		async open({ id }, { member }) {
			const opened = await recordings.open(member, id)
			if (!opened.ok) return opened
			const path = recordingMediaPath(id)
			const addresses = { playlist: `${path}/${mediaFiles.playlist}`, download: `${path}/${mediaFiles.whole}` }
			return { ...ok(addresses), pathCookies: { path, token: opened.value.token } }
		},
		remove: ({ id }, { member }) => recordings.remove(member, id),
	})
