import { useEffect, useState } from 'react'
import { encodePicture, openPicture } from '../picture/pictureCanvas.ts'
import { usePictureUpload } from '../picture/usePictureUpload.ts'

/** Wide enough for every phone, and for a screen of a meeting room. */
const maxWidth = 1_920

/** The chosen background: a file, or none. */
type Choice = { kind: 'picture'; url: string } | { kind: 'none' }

/** The background while it is being chosen. A failed upload leaves what was chosen. */
export function useBackgroundChoice() {
	const [choice, setChoice] = useState<Choice>()
	const { accepts, failToRead, upload, ...state } = usePictureUpload()
	const url = choice?.kind === 'picture' ? choice.url : undefined
	useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

	return {
		...state,
		choice,
		async choose(file: Blob) {
			if (!(await accepts(file))) return
			const opened = await openPicture(file)
			if (opened !== undefined) setChoice({ kind: 'picture', url: opened })
			else failToRead()
		},
		remove: () => setChoice({ kind: 'none' }),
		/** The path of what was chosen, empty for none; undefined where it could not be uploaded. */
		async send(): Promise<string | undefined> {
			if (choice?.kind !== 'picture') return ''
			const encoded = await encodePicture(choice.url, maxWidth)
			if (encoded) return await upload(encoded)
			failToRead()
			return undefined
		},
	}
}
