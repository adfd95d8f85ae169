import { m } from '../../locales/index.ts'

/** Says aloud what the hint under the field shows. */
export function EmojiNote({ isShown }: { isShown: boolean }) {
	return (
		<p role="status" className="sr-only">
			{isShown && m.common_no_emoji()}
		</p>
	)
}
