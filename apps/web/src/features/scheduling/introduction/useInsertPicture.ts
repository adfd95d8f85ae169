import type { Editor } from '@tiptap/react'
import { encodePicture, openPicture } from '../picture/pictureCanvas.ts'
import { usePictureUpload } from '../picture/usePictureUpload.ts'
import { moveBehindPicture } from './caret.ts'

/** Width of an introduction on dense screens. */
const maxWidth = 1_600

/** Uploads a picture and puts it where the cursor is. */
export function useInsertPicture(editor: Editor) {
	const { accepts, failToRead, upload, ...state } = usePictureUpload()

	async function insert(file: Blob) {
		if (!(await accepts(file))) return
		const url = await openPicture(file)
		const picture = url === undefined ? undefined : await encodePicture(url, maxWidth)
		if (url !== undefined) URL.revokeObjectURL(url)
		if (!picture) return failToRead()
		const src = await upload(picture)
		if (src === undefined || editor.isDestroyed) return
		editor.chain().focus().command(moveBehindPicture).setImage({ src, alt: '' }).command(moveBehindPicture).run()
	}

	return { ...state, insert: (file: Blob) => void insert(file) }
}
