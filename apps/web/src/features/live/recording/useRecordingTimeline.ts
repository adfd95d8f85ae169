import { useEffect, useState } from 'react'
import { answeredText } from '../../../api/index.ts'
import { type RecordingTimeline, readRecordingTimeline } from './recordingTimeline.ts'

/** @param address the playlist of a recording · undefined until it is read, and where it cannot be */
export function useRecordingTimeline(address: string | undefined): RecordingTimeline | undefined {
	const [read, setRead] = useState<{ address: string; timeline: RecordingTimeline | undefined }>()
	useEffect(() => {
		if (address === undefined) return
		let isLeft = false
		void answeredText(address).then(text => {
			if (!isLeft) setRead({ address, timeline: text === undefined ? undefined : readRecordingTimeline(text) })
		})
		return () => {
			isLeft = true
		}
	}, [address])
	return read?.address === address ? read?.timeline : undefined
}
