/**
 * Where the page's build puts the worker of the background blur and what it loads, followed by a version. The server
 * recognises them by it, and sends them with a content policy of their own.
 */
export const blurFilesPath = 'assets/blur-'
