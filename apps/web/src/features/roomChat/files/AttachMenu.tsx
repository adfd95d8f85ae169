import { fileExtensions, pictureExtensions } from '@parley/core'
import { File as FileIcon, Image } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import styles from './AttachMenu.module.css'

const acceptOf = (extensions: readonly string[]) => extensions.map(extension => `.${extension}`).join(',')
/** By type too: phones then offer the camera and the photos. */
const pictures = `image/jpeg,image/png,image/webp,image/gif,${acceptOf(pictureExtensions)}`
const files = acceptOf(fileExtensions)

/** The choice between pictures, which phones take from the camera or the photos, and files. */
export const AttachMenu = ({ id, onChoose }: { id: string; onChoose(files: readonly File[]): void }) => (
	<div id={id} className={styles.menu}>
		<Choice label={m.chat_attach_picture()} icon={<Image aria-hidden />} accept={pictures} onChoose={onChoose} />
		<Choice label={m.chat_attach_file()} icon={<FileIcon aria-hidden />} accept={files} onChoose={onChoose} />
	</div>
)

interface ChoiceProps {
	label: string
	icon: ReactNode
	accept: string
	onChoose(files: readonly File[]): void
}

function Choice({ label, icon, accept, onChoose }: ChoiceProps) {
	const input = useRef<HTMLInputElement>(null)
	return (
		<>
			<button type="button" className={styles.choice} onClick={() => input.current?.click()}>
				<span className={styles.icon}>{icon}</span>
				{label}
			</button>
			<input
				ref={input}
				type="file"
				hidden
				multiple
				accept={accept}
				aria-label={label}
				onChange={({ target }) => {
					onChoose([...(target.files ?? [])])
					// The same file can be chosen again.
					target.value = ''
				}}
			/>
		</>
	)
}
