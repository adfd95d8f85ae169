import { live as calls, type LiveData } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useEffect, useRef } from 'react'
import { callApi } from '../../../api/index.ts'

/** A pass that could not be renewed after half its lifetime is retried after another quarter. */
const tries = { first: 2, again: 4 }

/**
 * Renews the cookie that opens the stream at an edge in front of the server, while the viewer may watch.
 * @param data the latest answer about the live, with the first pass
 * @param onRefused called once, when the live has to be requested again
 */
export function usePass(meetingId: MeetingId, data: LiveData | undefined, onRefused: () => void) {
	const refused = useRef(onRefused)
	refused.current = onRefused
	const token = data?.token
	const passForMs = data?.passForMs
	useEffect(() => {
		if (token === undefined || passForMs === undefined) return
		let isOver = false
		let timer: ReturnType<typeof setTimeout>
		const renewIn = (ms: number) => {
			timer = setTimeout(async () => {
				const result = await callApi(calls.renewPass, { meetingId, token }, { quiet: true, handles401: true })
				if (isOver) return
				if (result.ok) renewIn(result.value.passForMs / tries.first)
				else if (result.failure.refusal === 'forbidden') refused.current()
				else renewIn(passForMs / tries.again)
			}, ms)
		}
		renewIn(passForMs / tries.first)
		return () => {
			isOver = true
			clearTimeout(timer)
		}
	}, [meetingId, token, passForMs])
}
