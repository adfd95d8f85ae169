import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mount = (...args: string[]) => spawnSync('mount', args).status === 0
const options = (size: string) => `size=${size},mode=700`

/** True if a test may mount disks in memory: root on Linux, and not in every container. */
export const canMountDisks: boolean = (() => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-mount-'))
	const isMounted = process.platform === 'linux' && mount('-t', 'tmpfs', '-o', options('64k'), 'tmpfs', folder)
	if (isMounted) unmountSmallDisk(folder)
	rmdirSync(folder)
	return isMounted
})()

/** @param size such as `64k` or `4m` */
export function mountSmallDisk(folder: string, size: string): void {
	if (!mount('-t', 'tmpfs', '-o', options(size), 'tmpfs', folder)) throw new Error(`no disk at ${folder}`)
}

export function resizeSmallDisk(folder: string, size: string): void {
	if (!mount('-o', `remount,size=${size}`, folder)) throw new Error(`no disk at ${folder}`)
}

export function unmountSmallDisk(folder: string): void {
	spawnSync('umount', ['-l', folder])
}
