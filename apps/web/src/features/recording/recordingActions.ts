import { type RecordingId, recording } from '@parley/api'
import { callApi } from '../../api/index.ts'

/** Lets this browser play and download a recording; undefined if it cannot. */
export async function openRecording(id: RecordingId): Promise<{ playlist: string; download: string } | undefined> {
	const opened = await callApi(recording.open, { id })
	return opened.ok ? opened.value : undefined
}

/** Returns whether the recording is deleted now; one that is gone already is, too. */
export async function deleteRecording(id: RecordingId): Promise<boolean> {
	const removed = await callApi(recording.remove, { id })
	return removed.ok || removed.failure.refusal === 'missing'
}
