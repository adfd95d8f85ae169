import { useState } from 'react'
import { storage } from '../../../storage/index.ts'
import { type AnnouncementLevel, announcementLevels } from './announcementLevel.ts'

/** How much screen readers are told: a choice that the browser keeps. */
export function useAnnouncementLevel() {
	const [level, setLevel] = useState<AnnouncementLevel>(() => {
		const kept = storage.read('roomAnnouncements')
		return announcementLevels.find(known => known === kept) ?? 'all'
	})
	function choose(next: AnnouncementLevel) {
		storage.write('roomAnnouncements', next === 'all' ? undefined : next)
		setLevel(next)
	}
	return [level, choose] as const
}
