import type { Publishing } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import { loadPublishing } from '../state/deskActions.ts'

/** Address and key of the publisher; requested only by `load`, because whoever has the key can broadcast. */
export function usePublishing(meetingId: MeetingId, onRotated: () => void) {
	const [publishing, setPublishing] = useState<Publishing>()
	const [error, setError] = useState<string>()
	const [load, isLoading] = useAction(
		() => loadPublishing(meetingId, { rotate: false }),
		loaded => {
			setError(typeof loaded === 'string' ? loaded : undefined)
			if (typeof loaded !== 'string') setPublishing(loaded)
		},
	)
	const [rotate, isRotating] = useAction(
		() => loadPublishing(meetingId, { rotate: true }),
		rotated => {
			onRotated()
			if (typeof rotated === 'string') return void toast.show(rotated, { tone: 'error' })
			setPublishing(rotated)
			toast.show(m.desk_key_rotated(), { tone: 'ok' })
		},
	)
	return { publishing, error, load, isLoading, rotate, isRotating }
}
