import { PictureStack } from '../../ui/index.ts'
import { usePicture } from './usePicture.ts'

/** All three pictures, taking turns. Comes when the page is quiet: the first one is written into the page itself. */
export function Pictures() {
	return <PictureStack current={usePicture()} />
}
