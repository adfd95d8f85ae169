import { type FileExtension, formatFileSize } from '@parley/core'
import { File, FileArchive, FileAudio, FileSpreadsheet, FileText, FileVideo, Presentation } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './FileCard.module.css'

const icons: Record<FileExtension, ReactNode> = {
	pdf: <FileText />,
	doc: <FileText />,
	docx: <FileText />,
	wps: <FileText />,
	odt: <FileText />,
	rtf: <FileText />,
	txt: <FileText />,
	md: <FileText />,
	xls: <FileSpreadsheet />,
	xlsx: <FileSpreadsheet />,
	et: <FileSpreadsheet />,
	ods: <FileSpreadsheet />,
	csv: <FileSpreadsheet />,
	ppt: <Presentation />,
	pptx: <Presentation />,
	dps: <Presentation />,
	odp: <Presentation />,
	zip: <FileArchive />,
	rar: <FileArchive />,
	'7z': <FileArchive />,
	mp3: <FileAudio />,
	m4a: <FileAudio />,
	wav: <FileAudio />,
	mp4: <FileVideo />,
	mov: <FileVideo />,
}

/** Icon, name and size of a file; a long name keeps its end, which says what it is. */
export function FileCard({ name, bytes, children }: { name: string; bytes: number; children?: ReactNode }) {
	const dot = name.lastIndexOf('.')
	const extension = name.slice(dot + 1).toLowerCase()
	return (
		<span className={styles.card}>
			<span className={styles.icon} aria-hidden>
				{icons[extension as FileExtension] ?? <File />}
			</span>
			<span className={styles.about}>
				<span className="sr-only">{name}</span>
				<span className={styles.name} aria-hidden>
					<span className={styles.stem}>{name.slice(0, dot)}</span>
					<span>{name.slice(dot)}</span>
				</span>
				<span className={styles.size}>{formatFileSize(bytes)}</span>
			</span>
			{children}
		</span>
	)
}
