/*
 * A slow line between two network namespaces: it delays, drops and queues whole IP packets, so that handshakes, TLS, UDP
 * and ICE take as long as they do on a phone.
 *
 *   line <server device> <phone device>
 *
 * Each line of standard input sets the line: delay up, delay down (ms), rate up, rate down (kbit/s, 0 for no limit), loss
 * up, loss down (%), queue (ms). "Up" is from the phone to the server. The program ends with its standard input.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define MAX_PACKETS 65536
#define MAX_PACKET_BYTES 65536

struct packet {
	struct packet *next;
	double due_ms;
	int length;
	unsigned char bytes[];
};

struct direction {
	int from, to;
	double delay_ms, rate_kbit, loss_percent;
	double busy_until_ms;
	struct packet *first, *last;
	int count;
};

static struct direction up, down;
static double queue_ms = 500;

static double now_ms(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int open_device(const char *name) {
	struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
	int file = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
	strncpy(request.ifr_name, name, IFNAMSIZ - 1);
	if (file >= 0 && ioctl(file, TUNSETIFF, &request) == 0) return file;
	perror(name);
	exit(1);
}

static void enqueue(struct direction *way, const unsigned char *bytes, int length) {
	double now = now_ms();
	if (way->loss_percent > 0 && drand48() * 100 < way->loss_percent) return;
	double sent = way->busy_until_ms > now ? way->busy_until_ms : now;
	if (way->rate_kbit > 0) {
		if (sent - now > queue_ms) return;
		sent += length * 8 / way->rate_kbit;
		way->busy_until_ms = sent;
	}
	if (way->count == MAX_PACKETS) return;
	struct packet *packet = malloc(sizeof *packet + length);
	*packet = (struct packet){.next = NULL, .due_ms = sent + way->delay_ms, .length = length};
	memcpy(packet->bytes, bytes, length);
	if (way->last) way->last->next = packet;
	else way->first = packet;
	way->last = packet;
	way->count++;
}

static void receive(struct direction *way) {
	unsigned char bytes[MAX_PACKET_BYTES];
	for (int length; (length = read(way->from, bytes, sizeof bytes)) > 0;) enqueue(way, bytes, length);
}

/* Sends what is due; returns the time of the next packet, or `latest`. */
static double send_due(struct direction *way, double latest) {
	double now = now_ms();
	for (struct packet *packet; (packet = way->first) && packet->due_ms <= now; free(packet)) {
		/* A full device drops it, as a full line does. */
		if (write(way->to, packet->bytes, packet->length) < 0) {}
		way->first = packet->next;
		if (!way->first) way->last = NULL;
		way->count--;
	}
	return way->first && way->first->due_ms < latest ? way->first->due_ms : latest;
}

/* Reads one line of settings; returns 0 at the end of the input. */
static int read_settings(void) {
	char text[256];
	if (!fgets(text, sizeof text, stdin)) return 0;
	sscanf(text, "%lf %lf %lf %lf %lf %lf %lf", &up.delay_ms, &down.delay_ms, &up.rate_kbit, &down.rate_kbit,
		   &up.loss_percent, &down.loss_percent, &queue_ms);
	return 1;
}

int main(int count, char **arguments) {
	if (count != 3) {
		fprintf(stderr, "line <server device> <phone device>\n");
		return 2;
	}
	int server = open_device(arguments[1]), phone = open_device(arguments[2]);
	up.from = down.to = phone;
	up.to = down.from = server;
	setvbuf(stdin, NULL, _IONBF, 0);
	puts("ready");
	fflush(stdout);
	for (;;) {
		double next = send_due(&down, send_due(&up, now_ms() + 1000));
		double wait = next - now_ms();
		struct timespec timeout = {0, wait > 0 ? (long)(wait * 1e6) % 1000000000 : 0};
		struct pollfd files[] = {{server, POLLIN, 0}, {phone, POLLIN, 0}, {0, POLLIN, 0}};
		ppoll(files, 3, &timeout, NULL);
		if (files[2].revents && !read_settings()) return 0;
		receive(&up);
		receive(&down);
	}
}
