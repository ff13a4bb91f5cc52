"""What the room counts for whoever keeps it, in the form that Prometheus reads. Knows no player, card or amount."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
# From a tenth of a millisecond, faster than any disk, to ten seconds, longer than anybody waits.
SECONDS: Final = (0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

# A gauge: its name, what it says, and its value now.
Gauge = tuple[str, str, float]


class Gauges(Collector):
    """Values that are looked up only when somebody asks for the metrics."""

    def __init__(self, read: Callable[[], Iterable[Gauge]]) -> None:
        self.read = read

    def collect(self) -> Iterator[Metric]:
        """Each as it is now."""
        for name, words, value in self.read():
            yield GaugeMetricFamily(name, words, value=value)

    def describe(self) -> Iterator[Metric]:
        """Describe nothing in advance: the room does not exist yet."""
        return iter(())


class Metrics:
    """The counters and histograms of one room."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests of the socket that were carried out, by type", "type")
        self.refusals = self._counter("refusals", "Requests of the socket that were refused, by code", "code")
        self.answers = self._counter("http_answers", "Answers over HTTP, by status", "status")
        self.faults = self._counter("faults", "Faults of ours, each logged by its kind and place")
        self.frames = self._counter("frames_read", "Frames of every kind that were read")
        self.bytes = self._counter("bytes_read", "Bytes that were read from sockets and pages")
        self.cut_offs = self._counter("cut_offs", "Connections that were cut off, by reason", "reason")
        self.turned_away = self._counter("connections_refused", "Connections that were not let in, by reason", "reason")
        self.lab = self._counter("lab_questions", "Questions to the lab, by how they ended", "end")
        self.request_s = self._histogram("request_seconds", "From reading a request of the socket to its answer")
        self.append_s = self._histogram("journal_append_seconds", "From an entry's submission until it is on disk")
        self.delay_s = self._histogram("loop_delay_seconds", "How late the room's own turn came, once a second")
        ProcessCollector(registry=self.registry)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"openfelt_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str) -> Histogram:
        return Histogram(f"openfelt_{name}", words, buckets=SECONDS, registry=self.registry)

    def watch(self, read: Callable[[], Iterable[Gauge]]) -> None:
        """Show these gauges too."""
        self.registry.register(Gauges(read))

    def cut_off(self, reason: str) -> None:
        """A connection was cut off."""
        self.cut_offs.labels(reason).inc()

    def turn_away(self, reason: str) -> None:
        """A connection was not let in."""
        self.turned_away.labels(reason).inc()

    def page(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
